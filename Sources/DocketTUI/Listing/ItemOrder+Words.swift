import DocketData

extension ItemOrder.Key {
  /// What it is called in the header and in the menu.
  var word: String {
    switch self {
    case .updated: "updated"
    case .created: "created"
    case .title: "title"
    case .due: "due"
    case .done: "done"
    case .priority: "priority"
    case .manual: "manual"
    }
  }

  /// The direction that people mean first: what is new, urgent or important at the top.
  var usualOrder: ItemOrder {
    switch self {
    case .updated, .created, .done, .priority: ItemOrder(self, isAscending: false)
    case .title, .due, .manual: ItemOrder(self, isAscending: true)
    }
  }
}

extension ItemOrder {
  /// As the header says it: "by due ↑".
  var words: String { "by \(key.word) \(isAscending ? "↑" : "↓")" }
}
