/// How a property of a standard type goes from its column to its variable and back.
///
/// `@Model` lets the builder make one; it is not meant to be used by hand. It can be inlined, so the compiler of the
/// model makes code for exactly these types instead of code that asks for them with every row.
public struct ColumnAccess: Sendable {
  /// Sets the variable of a model to the value of a column.
  let load: @Sendable (AnyObject, borrowing ColumnReader) throws -> Void
  /// Writes the variable of a model to a column; false if it has no value.
  let write: @Sendable (AnyObject, inout ColumnWriter) throws -> Bool

  /// Creates the access to a variable.
  ///
  /// The models handed to it later must be instances of the model type.
  @inlinable
  public init<Model: PersistentModel, Value: ColumnValue>(
    get: @escaping @Sendable (Model) -> PersistedValue<Value>,
    set: @escaping @Sendable (Model, PersistedValue<Value>) -> Void
  ) {
    // The table of a model type is only ever asked about that type's instances, see `ModelProperty`.
    self.init(
      load: { model, row in set(unsafeDowncast(model, to: Model.self), .loaded(try Value._read(row))) },
      write: { model, writer in
        guard case .loaded(let value) = get(unsafeDowncast(model, to: Model.self)) else { return false }
        try value._write(&writer)
        return true
      })
  }

  @usableFromInline
  init(
    load: @escaping @Sendable (AnyObject, borrowing ColumnReader) throws -> Void,
    write: @escaping @Sendable (AnyObject, inout ColumnWriter) throws -> Bool
  ) {
    self.load = load
    self.write = write
  }
}
