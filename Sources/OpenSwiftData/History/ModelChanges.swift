/// Which rows a committed transaction inserted, updated and deleted: identities only, as runs of neighbouring keys.
///
/// Ten thousand rows inserted in one save are one run, so announcing a large save costs little.
struct ModelChanges: Sendable {
  enum Kind: Int64, Sendable {
    case insert = 0
    case update = 1
    case delete = 2
  }

  /// A run of rows of one entity that were changed alike.
  struct Run: Hashable, Sendable {
    let entity: EntityIdentity
    let kind: Kind
    var keys: ClosedRange<Int64>
    /// The names of the properties that were updated.
    let properties: [String]

    /// Whether a neighbouring row, changed alike, can join.
    func continues(with key: Int64, entity: EntityIdentity, kind: Kind, properties: [String]) -> Bool {
      key == keys.upperBound &+ 1 && kind == self.kind && entity == self.entity && properties == self.properties
    }
  }

  private(set) var runs: [Run] = []

  var isEmpty: Bool { runs.isEmpty }

  mutating func append(_ kind: Kind, _ entity: EntityIdentity, _ key: Int64, properties: [String] = []) {
    let last = runs.count - 1
    if last >= 0, runs[last].continues(with: key, entity: entity, kind: kind, properties: properties) {
      runs[last].keys = runs[last].keys.lowerBound...key
    } else {
      append(Run(entity: entity, kind: kind, keys: key...key, properties: properties))
    }
  }

  mutating func append(_ run: Run) { runs.append(run) }

  /// Whether rows of an entity are among them.
  func concern(_ entity: EntityIdentity) -> Bool { runs.contains { $0.entity == entity } }
}
