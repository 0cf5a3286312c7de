/// A description with a name, and possibly another name in an earlier version.
protocol RenamedDescription {
  var name: String { get }
  var originalName: String? { get }
}

extension AttributeDescription: RenamedDescription {}
extension RelationshipDescription: RenamedDescription {}

/// Matches the properties of a new version with those of an old one.
///
/// Renames may be chained: `note` became `title`, and `title` became `heading`. Then `title` means different things in
/// the two versions, so an original name takes precedence over a name that stayed. But programs keep declaring the
/// original names of old renames. So the old version records which renames it has made, and a property with the same
/// name in both versions does not lose its values to a rename from a name that is still in use.
struct Renames<Property: RenamedDescription> {
  private let old: [String: Property]
  private let new: [String: Property]
  /// The new names that get their values from the original name.
  private var moves: Set<String> = []
  private var taken: Set<String> = []

  /// - Parameter isRecorded: whether the old version records which renames it has made.
  init(from old: [Property], to new: [Property], isRecorded: Bool = true) {
    self.old = Dictionary(old.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    self.new = Dictionary(new.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    moves = self.moves(isRecorded: isRecorded)
    taken = Set(new.compactMap { predecessor(of: $0)?.name })
  }

  /// The property that a new one was.
  func predecessor(of property: Property) -> Property? {
    let name = moves.contains(property.name) ? property.originalName ?? property.name : property.name
    return old[name]
  }

  func keeps(_ name: String) -> Bool { taken.contains(name) }

  /// The largest set of renames in which each is needed or costs no other property its values.
  private func moves(isRecorded: Bool) -> Set<String> {
    let possible = new.values.filter(isPossible)
    // A name that was not there before can only come from its original name.
    var moves = Set(possible.filter { old[$0.name] == nil }.map(\.name))
    let doubtful = possible.filter { old[$0.name] != nil }
    guard isRecorded else { return grown(moves, doubtful) }
    // Renames that depend on each other, as when two names are exchanged, stay until one of them is dropped.
    moves.formUnion(doubtful.map(\.name))
    while let unsound = doubtful.first(where: { moves.contains($0.name) && !isSound($0, moves) }) {
      moves.remove(unsound.name)
    }
    return moves
  }

  /// Adds only the renames that follow from names that are gone or new.
  private func grown(_ certain: Set<String>, _ doubtful: [Property]) -> Set<String> {
    var moves = certain
    while let next = doubtful.first(where: { !moves.contains($0.name) && isSound($0, moves) }) {
      moves.insert(next.name)
    }
    return moves
  }

  private func isPossible(_ property: Property) -> Bool {
    guard let original = property.originalName, original != property.name, old[original] != nil else { return false }
    return old[property.name]?.originalName != original
  }

  /// Whether no values are lost: another property gets the old values of this name, or none has the original name.
  private func isSound(_ property: Property, _ moves: Set<String>) -> Bool {
    guard let original = property.originalName else { return false }
    let isFree = new[original] == nil || moves.contains(original)
    return isFree || new.values.contains { $0.originalName == property.name && moves.contains($0.name) }
  }
}
