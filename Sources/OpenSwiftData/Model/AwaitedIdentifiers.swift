import DocketLocking

/// The new models of a save, while a custom store makes identifiers for them.
///
/// A store may hash what it makes, and an identifier that was hashed once must never hash differently; but only its
/// answer says which model each belongs to. Stores go through the models as they were given them. So each new
/// identifier is paired with the next model of its entity at the moment it is made, and hashes like the temporary one
/// of that model from the start. Where the guess is wrong the two are not equal, which is lawful too.
final class AwaitedIdentifiers: Sendable {
  /// Those of the save that the store is carrying out.
  @TaskLocal static var current: AwaitedIdentifiers?

  private let temporary: Lock<[String: ArraySlice<PersistentIdentifier>]>
  private let lastKeys: [EntityIdentity: Int64]

  /// - Parameters:
  ///   - temporary: the identifiers of the new models so far, in the order in which the store gets them.
  ///   - lastKeys: the largest key that a row of each entity ever had.
  init(_ temporary: [PersistentIdentifier], lastKeys: [EntityIdentity: Int64]) {
    self.temporary = Lock(Dictionary(grouping: temporary, by: \.entityName).mapValues { $0[...] })
    self.lastKeys = lastKeys
  }

  /// Whether no row had the identifier before.
  func isNew(_ permanent: PersistentIdentifier) -> Bool {
    lastKeys[permanent.entity].map { permanent.key > $0 } ?? false
  }

  /// Lets a new identifier hash like that of the next model of its entity.
  func pair(_ permanent: PersistentIdentifier) {
    let next = temporary.withLock { $0[permanent.entityName]?.popFirst() }
    // A model whose deletion was undone has the identifier of its former row.
    if let next, next.isTemporary { TemporaryIdentifiers.pair(next, with: permanent) }
  }
}
