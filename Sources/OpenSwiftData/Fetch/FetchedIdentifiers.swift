/// The identifiers of a result as it was, in its order: a value for any actor, without models and store.
///
/// Eight bytes for each, shared with the result; a copy is cheap.
public struct FetchedIdentifiers: RandomAccessCollection, Sendable {
  private let keys: OrderedKeys
  private let entity: EntityIdentity
  private let unsavedEntity: EntityIdentity

  init(keys: OrderedKeys, entity: EntityIdentity, unsavedEntity: EntityIdentity) {
    self.keys = keys
    self.entity = entity
    self.unsavedEntity = unsavedEntity
  }

  /// The position of the first identifier.
  public var startIndex: Int { 0 }

  /// The position after the last identifier.
  public var endIndex: Int { keys.count }

  /// The identifier at a position.
  ///
  /// - Complexity: O(log n).
  public subscript(position: Int) -> PersistentIdentifier { identifier(keys[position]) }

  /// The position of an identifier, or nil.
  ///
  /// - Complexity: O(n) at worst.
  public func position(of identifier: PersistentIdentifier) -> Int? {
    let permanent = identifier.resolved
    return self.identifier(permanent.key) == permanent ? keys.firstIndex(of: permanent.key) : nil
  }

  private func identifier(_ key: Int64) -> PersistentIdentifier {
    PersistentIdentifier(entity: key < 0 ? unsavedEntity : entity, key: key)
  }
}
