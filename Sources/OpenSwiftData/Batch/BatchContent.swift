import Foundation

/// One of the rows that a batch was given, of a type that only the closures of its content know.
///
/// What writes them is not generic over that type: such code would look up the metadata of its types for every row. Rows
/// are taken as values that can't be copied; generic code would copy each for each of its columns.
struct BatchRow {
  private let memory: UnsafeRawPointer

  /// Calls a closure with a row, which must not outlive it.
  static func with<Row: ~Copyable, Result>(
    _ row: borrowing Row, _ body: (BatchRow) throws -> Result
  ) rethrows -> Result {
    try withUnsafePointer(to: row) { try body(BatchRow(memory: $0)) }
  }

  /// Calls a closure of the batch with the row.
  ///
  /// Sound: a batch makes all of its closures for the one type of its rows, and keeps both to itself.
  func apply<Row: ~Copyable, Result>(_ body: (borrowing Row) throws -> Result) rethrows -> Result {
    try body(memory.assumingMemoryBound(to: Row.self).pointee)
  }
}

/// What a batch writes: values for attributes, targets for relationships.
struct BatchContent {
  /// The value of an attribute.
  enum Value {
    /// The same for all rows.
    case same((inout ColumnWriter) throws -> Void)
    case each((BatchRow, inout ColumnWriter) throws -> Void)
    /// Calculated from the row by SQL.
    case expression((inout PredicateTranslator) throws -> String)
  }

  struct Attribute {
    let property: ModelProperty
    let value: Value
  }

  /// A relationship to one row, or none.
  struct Reference {
    let property: RelationshipProperty
    let target: (BatchRow) throws -> PersistentIdentifier?
  }

  struct List {
    enum Change {
      case set((BatchRow) throws -> [PersistentIdentifier])
      /// The same for all rows, at the end.
      case add([PersistentIdentifier])
      /// The same for all rows.
      case remove([PersistentIdentifier])
    }

    let property: RelationshipProperty
    let change: Change
  }

  private(set) var attributes: [Attribute] = []
  private(set) var references: [Reference] = []
  private(set) var lists: [List] = []
  /// What the batch was asked to set and can't; thrown when it is carried out.
  private var problem: SwiftDataError?

  /// - Throws: `SwiftDataError.invalidBatch`.
  func check() throws { if let problem { throw problem } }

  /// The column's value for all rows; an expression has no value, and is set by `set(_:expression:)`.
  mutating func set<Model: PersistentModel, Stored>(_ keyPath: KeyPath<Model, Stored>, to value: Stored) {
    set(keyPath) { attribute in .same { try attribute.write(value, to: &$0) } }
  }

  mutating func set<Model: PersistentModel, Row, Stored>(
    _ keyPath: KeyPath<Model, Stored>, each value: @escaping (Row) throws -> Stored
  ) {
    set(keyPath) { attribute in .each { try attribute.write($0.apply(value), to: &$1) } }
  }

  mutating func set<Model: PersistentModel, Stored>(
    _ keyPath: KeyPath<Model, Stored>, expression: Expression<Model, Stored>
  ) {
    set(keyPath) { _ in .expression { try $0.value(of: expression) } }
    guard let property = attributes.last?.property, !property.holdsValue else { return }
    problem = .invalidBatch("\(property.name) is not stored as SQL has it, so no expression can set it.")
  }

  private mutating func set<Model: PersistentModel, Stored>(
    _ keyPath: KeyPath<Model, Stored>, _ value: (TypedAttribute<Stored>) -> Value
  ) {
    guard let attribute = Model._$properties.property(for: keyPath) as? TypedAttribute<Stored>, attribute.isStored
    else { return refuse(keyPath) }
    attributes.removeAll { $0.property === attribute }
    attributes.append(Attribute(property: attribute, value: value(attribute)))
  }

  mutating func set<Model: PersistentModel, Row>(
    _ keyPath: PartialKeyPath<Model>, target: @escaping (Row) throws -> PersistentIdentifier?
  ) {
    guard let property = relationship(keyPath, isToMany: false) else { return refuse(keyPath) }
    references.removeAll { $0.property === property }
    references.append(Reference(property: property) { try $0.apply(target) })
  }

  /// Sets the list of each row; earlier changes of it don't count.
  mutating func set<Model: PersistentModel, Row>(
    list keyPath: PartialKeyPath<Model>, _ targets: @escaping (Row) throws -> [PersistentIdentifier]
  ) {
    change(keyPath, .set { try $0.apply(targets) })
  }

  mutating func change<Model: PersistentModel>(_ keyPath: PartialKeyPath<Model>, _ change: List.Change) {
    guard let property = relationship(keyPath, isToMany: true) else { return refuse(keyPath) }
    if case .set = change { lists.removeAll { $0.property === property } }
    lists.append(List(property: property, change: change))
  }

  private func relationship<Model: PersistentModel>(
    _ keyPath: PartialKeyPath<Model>, isToMany: Bool
  ) -> RelationshipProperty? {
    let property = Model._$properties.property(for: keyPath) as? RelationshipProperty
    return property?.isToMany == isToMany ? property : nil
  }

  private mutating func refuse<Model: PersistentModel>(_ keyPath: PartialKeyPath<Model>) {
    let name = Model._$properties.property(for: keyPath)?.name ?? "\(keyPath)"
    problem = .invalidBatch("\(Model.self).\(name) is no stored property that a batch can set to such a value.")
  }

  /// The names of what the batch sets.
  var storedNames: [String] {
    attributes.map(\.property.storedName) + references.map(\.property.storedName)
      + Set(lists.map(\.property.storedName)).sorted()
  }
}

extension SwiftDataError {
  static func invalidBatch(_ explanation: String) -> SwiftDataError { SwiftDataError(.invalidBatch, explanation) }
}

extension Relation {
  /// - Throws: `SwiftDataError.invalidBatch` if the ends are kept in a way that only models can change.
  func checkIsBatchable() throws {
    guard shared == nil else {
      throw SwiftDataError.invalidBatch("\(fullName) shares its inverse with others: set it on models.")
    }
    switch storage {
    case .foreignKey:
      guard inverse?.isToMany != false else {
        throw SwiftDataError.invalidBatch("\(fullName) has a single model at both ends: set it on models.")
      }
    case .inverseForeignKey: throw isNotBatchable
    case .joinTable: break
    }
  }

  /// The error for a list whose members hold the key of its owner.
  var isNotBatchable: SwiftDataError {
    .invalidBatch(
      "\(fullName) is kept by its members: set \(destination.entityName).\(inverse?.name ?? "their property") instead.")
  }
}
