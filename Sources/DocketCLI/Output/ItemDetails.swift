import DocketData

/// One item as lines of a name and a value.
struct ItemDetails {
  let style: OutputStyle

  /// All values; on a terminal without those that the item does not have.
  func text(_ item: ItemValues) -> String {
    let fields = fields(item).filter { style == .pipe || !$1.isEmpty }.map { style.named($0, $1) }.joined()
    return style == .terminal && item.notes.isEmpty ? fields : fields + style.named("notes", lines: item.notes)
  }

  private func fields(_ item: ItemValues) -> [(String, String)] {
    [
      ("id", "\(item.number)"), ("title", item.title),
      ("updated", style.moment(item.timestamp)),
      ("created", style.moment(item.createTimestamp)), ("state", item.isDone ? "done" : "open"),
      ("completed", style.moment(item.completedAt)), ("priority", item.priority == .none ? "" : item.priority.name),
      ("due", style.due(item)), ("every", item.recurrence?.rawValue ?? ""),
      ("tags", item.tags.joined(separator: ",")), ("list", item.list ?? ""),
      ("parent", item.parentNumber.map { "\($0)" } ?? ""), ("uid", item.uid.uuidString),
    ]
  }
}
