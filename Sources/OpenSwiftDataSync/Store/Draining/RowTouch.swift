import OpenSwiftData

/// What the history says that happened to a row since it was drained last.
struct RowTouch {
  var properties: Set<String> = []
  /// Whether it was inserted or deleted: then all properties count.
  var isWhole = false
  /// Whether it was deleted, and perhaps brought back since.
  var wasDeleted = false

  mutating func note(_ run: ReplicationTransaction.HistoryRun) {
    properties.formUnion(run.properties)
    if run.kind != .update { isWhole = true }
    if run.kind == .deletion { wasDeleted = true }
  }
}
