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

  /// Any row may have changed in any way: there were too many changes to tell, or nobody knows them any more.
  static let everything = ModelChanges(isEverything: true)

  private(set) var runs: [Run] = []
  let isEverything: Bool

  init() { self.init(isEverything: false) }

  private init(isEverything: Bool) { self.isEverything = isEverything }

  var isEmpty: Bool { runs.isEmpty && !isEverything }

  mutating func append(_ kind: Kind, _ entity: EntityIdentity, _ key: Int64, properties: [String] = []) {
    let last = runs.count - 1
    if last >= 0, runs[last].continues(with: key, entity: entity, kind: kind, properties: properties) {
      runs[last].keys = runs[last].keys.lowerBound...key
    } else {
      append(Run(entity: entity, kind: kind, keys: key...key, properties: properties))
    }
  }

  mutating func append(_ run: Run) { runs.append(run) }

  /// The identifiers of the rows that were changed in one way.
  func identifiers(_ kind: Kind) -> [PersistentIdentifier] {
    runs.filter { $0.kind == kind }.flatMap { run in
      run.keys.map { PersistentIdentifier(entity: run.entity, key: $0) }
    }
  }

  /// Whether rows of an entity are among them.
  func concern(_ entity: EntityIdentity) -> Bool { isEverything || runs.contains { $0.entity == entity } }
}
