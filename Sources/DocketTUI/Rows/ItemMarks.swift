import DocketData

/// The marks of a row: what is told by colour is told by these too.
enum ItemMarks {
  static let open = "○"
  static let done = "●"
  static let cursor = "▌"
  static let marked = "*"

  /// The mark of a priority, heavier for what matters more.
  static func mark(of priority: Priority) -> String {
    switch priority {
    case .none: ""
    case .low: "·"
    case .medium: "!"
    case .high: "!!"
    }
  }
}
