import OpenSwiftData

/// What a worker was told had been saved.
struct StressOutcome: Sendable {
  var own: [PersistentIdentifier: RowValues] = [:]
  var deleted: Set<PersistentIdentifier> = []
  var count = 0
  var weight: Double?
  var subtitle: String?
  var wrongReads = 0
}

extension [StressOutcome] {
  /// The rows that must be in the store after all workers have ended.
  func finalRows(_ shared: SharedRows) -> [PersistentIdentifier: RowValues] {
    var rows: [PersistentIdentifier: RowValues] = [:]
    for (offset, id) in (shared.written + shared.doomed).enumerated() {
      rows[id] = RowValues(title: "shared \(offset)")
    }
    for (worker, outcome) in enumerated() {
      rows[shared.row(of: worker, distance: 0)]?.count = outcome.count
      rows[shared.row(of: worker, distance: 1)]?.weight = outcome.weight
      rows[shared.row(of: worker, distance: 2)]?.subtitle = outcome.subtitle
      rows.merge(outcome.own) { _, own in own }
    }
    for id in flatMap(\.deleted) { rows[id] = nil }
    return rows
  }
}
