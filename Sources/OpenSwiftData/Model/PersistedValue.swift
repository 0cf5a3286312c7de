/// The storage of one persisted property: its value, or a fault as long as it hasn't been read from the store.
///
/// `@Model` declares one for every stored property; it is not meant to be used by hand.
@frozen
public enum PersistedValue<Value> {
  /// The value is in the store and has not been read.
  case fault
  /// The value is in memory.
  case loaded(Value)

  /// A fault of an expression's type; the expression is never evaluated.
  @inlinable
  public static func fault(of _: @autoclosure () -> Value) -> Self { .fault }
}

extension PersistedValue: Sendable where Value: Sendable {}

/// Moves the value of a property of a standard type between its column and its variable.
///
/// The builder makes one for `@Model`; it is not meant to be used by hand. It can be inlined, so that the model's
/// module gets code specialized for these types.
public struct ColumnAccess: Sendable {
  let load: @Sendable (AnyObject, borrowing ColumnReader) throws -> Void
  /// Writes a model's variable to a column; false if it has no value.
  let write: @Sendable (AnyObject, inout ColumnWriter) throws -> Bool

  /// Creates the access to a variable.
  ///
  /// The models passed to it later must be instances of the model type.
  @inlinable
  public init<Model: PersistentModel, Value: ColumnValue>(
    get: @escaping @Sendable (Model) -> PersistedValue<Value>,
    set: @escaping @Sendable (Model, PersistedValue<Value>) -> Void
  ) {
    // Sound: the table of a model type only gets that type's instances, see `ModelProperty`.
    self.init(
      load: { model, row in set(unsafeDowncast(model, to: Model.self), .loaded(try Value._read(row))) },
      write: { model, writer in
        guard case .loaded(let value) = get(unsafeDowncast(model, to: Model.self)) else { return false }
        try value._write(&writer)
        return true
      })
  }

  /// Stands for no access.
  static let none = ColumnAccess(load: { _, _ in }, write: { _, _ in false })

  @usableFromInline
  init(
    load: @escaping @Sendable (AnyObject, borrowing ColumnReader) throws -> Void,
    write: @escaping @Sendable (AnyObject, inout ColumnWriter) throws -> Bool
  ) {
    self.load = load
    self.write = write
  }
}
