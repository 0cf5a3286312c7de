/// The rows that a committed transaction inserted, updated and deleted: identities only, as runs of consecutive keys.
///
/// Ten thousand rows inserted in one save are one run, so that announcing a large save costs little.
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
    fileprivate(set) var keys: ClosedRange<Int64>
    /// The names of the properties that were updated.
    let properties: [String]
  }

  /// Any row may have changed in any way: there were too many changes to list, or the history no longer has them.
  static let everything = ModelChanges(isEverything: true)

  private(set) var runs: [Run] = []
  let isEverything: Bool

  init() { self.init(isEverything: false) }

  private init(isEverything: Bool) { self.isEverything = isEverything }

  var isEmpty: Bool { runs.isEmpty && !isEverything }

  func identifiers(_ kind: Kind) -> [PersistentIdentifier] {
    runs.filter { $0.kind == kind }.flatMap { run in
      run.keys.map { PersistentIdentifier(entity: run.entity, key: $0) }
    }
  }

  mutating func append(_ kind: Kind, _ entity: EntityIdentity, _ key: Int64, properties: [String] = []) {
    let last = runs.count - 1
    if last >= 0, runs[last].continues(with: key, entity: entity, kind: kind, properties: properties) {
      runs[last].keys = runs[last].keys.lowerBound...key
    } else {
      append(Run(entity: entity, kind: kind, keys: key...key, properties: properties))
    }
  }

  /// Appends ascending keys of rows that were changed alike.
  mutating func append(_ kind: Kind, _ entity: EntityIdentity, keys: [Int64], properties: [String] = []) {
    var start = 0
    while start < keys.count {
      var end = start
      while end + 1 < keys.count, keys[end + 1] == keys[end] + 1 { end += 1 }
      append(Run(entity: entity, kind: kind, keys: keys[start]...keys[end], properties: properties))
      start = end + 1
    }
  }

  mutating func append(_ run: Run) { runs.append(run) }

  private struct Likeness: Hashable {
    let entity: EntityIdentity
    let kind: Kind
    let properties: [String]
  }

  /// Joins adjacent runs that were changed alike; the order of the rows within a transaction has no meaning.
  ///
  /// - Complexity: O(n log n) for n runs.
  mutating func compact() {
    guard runs.count > 1 else { return }
    var order: [Likeness] = []
    var keys: [Likeness: [ClosedRange<Int64>]] = [:]
    for run in runs {
      let likeness = Likeness(entity: run.entity, kind: run.kind, properties: run.properties)
      if keys[likeness] == nil { order.append(likeness) }
      keys[likeness, default: []].append(run.keys)
    }
    runs = order.flatMap { likeness in
      KeyRanges.merged(keys[likeness] ?? []).map {
        Run(entity: likeness.entity, kind: likeness.kind, keys: $0, properties: likeness.properties)
      }
    }
  }
}

extension ModelChanges.Run {
  /// Whether a neighbouring row, changed alike, can join the run.
  fileprivate func continues(
    with key: Int64, entity: EntityIdentity, kind: ModelChanges.Kind, properties: [String]
  ) -> Bool {
    key == keys.upperBound &+ 1 && kind == self.kind && entity == self.entity && properties == self.properties
  }
}
