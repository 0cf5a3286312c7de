import OpenSwiftData

/// Where a store keeps what it knows of one of its spaces: the tables of each have names of their own.
public struct SpacePlace: Hashable, Comparable, Sendable {
  /// The number: 1 for the store's own space, others for spaces that are shared.
  public let number: Int

  /// The place of the space that a store as a whole belongs to.
  public static let own = SpacePlace(number: 1)

  init(number: Int) { self.number = number }

  /// Whether a part of the store is kept equal here, and not the store as a whole.
  public var isShared: Bool { self != .own }

  /// What the names of the tables begin with.
  var prefix: String { isShared ? "openswiftdatasync\(number)" : "openswiftdatasync" }

  /// Who is noted in the history for what was merged here; other spaces drain it.
  var author: String { isShared ? "\(Self.ownAuthor) \(number)" : Self.ownAuthor }

  private static let ownAuthor = "OpenSwiftDataSync"

  /// Whether an author is one of the places.
  static func isAuthor(_ author: String) -> Bool { author == ownAuthor || author.hasPrefix(ownAuthor + " ") }

  /// Whether the number is smaller.
  public static func < (left: SpacePlace, right: SpacePlace) -> Bool { left.number < right.number }
}

extension SpacePlace {
  /// The places of all spaces that a store takes part in.
  static func all(_ transaction: ReplicationTransaction) throws -> [SpacePlace] {
    // GLOB: in LIKE an underscore is any character.
    try transaction.rows(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name GLOB 'openswiftdatasync*_state'"
    ) { row -> SpacePlace? in
      let digits = row[0].text.dropFirst("openswiftdatasync".count).dropLast("_state".count)
      return digits.isEmpty ? .own : Int(digits).map(SpacePlace.init)
    }.compactMap(\.self).sorted()
  }

  /// The first place that no space has.
  static func free(_ transaction: ReplicationTransaction) throws -> SpacePlace {
    let taken = Set(try all(transaction))
    var place = SpacePlace(number: 2)
    while taken.contains(place) { place = SpacePlace(number: place.number + 1) }
    return place
  }
}
