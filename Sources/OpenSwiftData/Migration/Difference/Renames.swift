/// What has a name, and may have had another one in an earlier version.
protocol RenamedDescription {
  /// The property's name.
  var name: String { get }
  /// The property's name in an earlier version.
  var originalName: String? { get }
}

extension AttributeDescription: RenamedDescription {}
extension RelationshipDescription: RenamedDescription {}

/// Which property of an old version each property of a new one was.
///
/// Renames may be chained: `title` was `note`, and `heading` was `title`. A name is there in both versions then, and
/// means different things; so an original name comes before a name that stayed. But programs go on naming the original
/// names of renames that were made long ago. Whether one was made the old version remembers, and what stands for itself
/// in both versions is not given up for a name that stands for itself too.
struct Renames<Property: RenamedDescription> {
  private let old: [String: Property]
  private let new: [String: Property]
  /// The new names that get their values from the original one.
  private var moves: Set<String> = []
  /// The properties of the old version that become properties of the new one.
  private var taken: Set<String> = []

  /// - Parameters:
  ///   - old: the properties of the old version.
  ///   - new: those of the new version.
  ///   - isRecorded: whether the old version says which renames it made.
  init(from old: [Property], to new: [Property], isRecorded: Bool = true) {
    self.old = Dictionary(old.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    self.new = Dictionary(new.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    moves = self.moves(isRecorded: isRecorded)
    taken = Set(new.compactMap { predecessor(of: $0)?.name })
  }

  /// The property that a new one was, nil if there was none.
  func predecessor(of property: Property) -> Property? {
    let name = moves.contains(property.name) ? property.originalName ?? property.name : property.name
    return old[name]
  }

  /// Whether a property of the old version lives on.
  func keeps(_ name: String) -> Bool { taken.contains(name) }

  /// The largest set of renames of which each is either needed or gives nothing up.
  private func moves(isRecorded: Bool) -> Set<String> {
    let possible = new.values.filter(isPossible)
    // What was not there before can only come from its original name.
    var moves = Set(possible.filter { old[$0.name] == nil }.map(\.name))
    let doubtful = possible.filter { old[$0.name] != nil }
    guard isRecorded else { return grown(moves, doubtful) }
    // Those that only follow from each other, as if two names are exchanged, stay until one of them falls.
    moves.formUnion(doubtful.map(\.name))
    while let idle = doubtful.first(where: { moves.contains($0.name) && !isSound($0, moves) }) {
      moves.remove(idle.name)
    }
    return moves
  }

  /// Only what follows from names that are gone or new.
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

  /// Whether nothing is given up: another one takes the old values of this name, or nobody else has the original one.
  private func isSound(_ property: Property, _ moves: Set<String>) -> Bool {
    guard let original = property.originalName else { return false }
    let isFree = new[original] == nil || moves.contains(original)
    return isFree || new.values.contains { $0.originalName == property.name && moves.contains($0.name) }
  }
}
