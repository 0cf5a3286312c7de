/// Makes identifiers out of keys; nothing is read.
final class IdentifierSource: ResultsSource {
  private let entity: EntityIdentity
  private let unsavedEntity: EntityIdentity

  init(_ table: EntityTable) {
    entity = table.identity
    unsavedEntity = EntityIdentity(store: nil, entity: table.properties.tableName)
  }

  func element(at position: Int, in keys: OrderedKeys) -> PersistentIdentifier { identifier(keys[position]) }

  func prefetch(_: Range<Int>, in _: OrderedKeys) {}

  func element(for identifier: PersistentIdentifier) -> PersistentIdentifier? { identifier }

  func identifier(_ key: Int64) -> PersistentIdentifier {
    PersistentIdentifier(entity: key < 0 ? unsavedEntity : entity, key: key)
  }
}
