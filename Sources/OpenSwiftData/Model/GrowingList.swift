/// The keys of a long list to which many models are linked one after another, so that each is looked for quickly.
final class GrowingList {
  /// A shorter one is searched as quickly.
  static let shortest = 64

  private let ordinal: Int
  var keys: Set<Int64>

  init(_ property: RelationshipProperty, _ keys: [Int64]) {
    (ordinal, self.keys) = (property.ordinal, Set(keys))
  }

  func isThat(of property: RelationshipProperty, count: Int) -> Bool {
    ordinal == property.ordinal && keys.count == count
  }
}
