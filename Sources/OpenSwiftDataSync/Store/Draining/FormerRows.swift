import OpenSwiftData

/// What rows were before they were changed or deleted, as far as that decides what is drained.
struct FormerRows {
  private let place: SpacePlace
  private let images: RowImages

  init(_ transaction: ReplicationTransaction, _ place: SpacePlace) {
    self.place = place
    images = RowImages(transaction, at: place)
  }

  /// The properties of a row that differ from those that it had when it was deleted; all, if these are not known.
  func differences(
    sinceDeletionOf key: Int64, _ values: ReplicatedValues, _ entity: ReplicatedEntity
  ) throws -> Set<String> {
    let pairs = Set(entity.pairs.map(\.name))
    guard let deleted = try images.deletedValues(of: [key], entity.name)[key] else {
      return pairs.union(entity.properties)
    }
    return pairs.union(differences(deleted, values, entity))
  }

  /// The properties of rows of a shared space that differ from those that they had when it was drained last, by key.
  ///
  /// They are drained now: what the rows were is forgotten.
  func consumeDifferences(
    of rows: [Int64: ReplicatedValues], _ entity: ReplicatedEntity
  ) throws -> [Int64: Set<String>] {
    guard place.isShared, !rows.isEmpty else { return [:] }
    let former = try images.formerValues(of: rows.keys.sorted(), entity.name)
    try images.forgetFormerValues(of: former.keys, entity.name)
    return former.reduce(into: [:]) { different, image in
      if let row = rows[image.key] { different[image.key] = differences(image.value, row, entity) }
    }
  }

  private func differences(
    _ former: ReplicatedValues, _ values: ReplicatedValues, _ entity: ReplicatedEntity
  ) -> Set<String> {
    Set(entity.properties.filter { former[$0].map(SyncValue.init) != values[$0].map(SyncValue.init) })
  }
}
