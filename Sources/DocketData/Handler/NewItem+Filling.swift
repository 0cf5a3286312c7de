extension NewItem {
  /// Gives an item the values that it was not made with; but for the parent.
  func fill(_ item: Item, _ names: inout KnownNames) throws {
    item.notes = notes
    item.completedAt = completedAt
    item.priority = priority
    item.setDue(due, in: .current)
    item.recurrence = recurrence
    if let anchor { item.anchor = anchor }
    if let extra { item.extra = extra }
    if !tags.isEmpty { item.tags = try names.tags(tags) }
    if let list { item.list = try names.list(list) }
  }
}
