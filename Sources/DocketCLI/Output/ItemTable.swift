import DocketData
import DocketOutput
import SwiftData

/// Items one below the other: in columns for a person at a terminal, as fields for a program.
enum ItemTable {
  /// An item as a line of fields.
  static func line(_ item: ItemValues) -> String {
    let style = OutputStyle.pipe
    let fields = [
      "\(item.number)", style.moment(item.timestamp), style.moment(item.createTimestamp), FieldText.escaped(item.title),
      item.state.rawValue, item.priority.name, style.due(item),
      FieldText.escaped(item.tags.joined(separator: ",")), FieldText.escaped(item.list ?? ""),
    ]
    return fields.joined(separator: "\t") + "\n"
  }

  /// Items in columns, for a terminal.
  ///
  /// - Parameters:
  ///   - notReady: those that can't be begun yet.
  ///   - reference: the moment that tells which are overdue.
  ///   - width: the columns of the terminal, where a row ends with `…`; nil if that is not known.
  static func columns(
    _ items: [ItemValues], notReady: Set<PersistentIdentifier>, at reference: DateReference, colors: TerminalColors,
    width: Int?
  ) -> String {
    let numbers = numberWidth(of: items)
    let dates = DueColumn(items)
    let sections = AgendaSections(at: reference)
    let header = colors.text(padded("ID", numbers) + " S P  \(dates.heading)TITLE", .detail)
    return "\(header)\n"
      + items.map { item in
        var row = TerminalRow()
        row.append(padded("\(item.number)", numbers), .detail)
        row.append(" \(state(of: item, notReady)) ")
        row.append(mark(of: item.priority), role(of: item.priority))
        row.append(" ")
        row.append(dates.text(of: item), sections.section(of: item) == .overdue ? .warning : .detail)
        appendTitle(of: item, to: &row)
        return row.line(colors, width: width)
      }.joined()
  }

  /// The columns of their numbers.
  static func numberWidth(of items: [ItemValues]) -> Int { max(2, String(items.map(\.number).max() ?? 0).count) }

  static func padded(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }

  /// The mark of an item that is done, or can't be begun yet.
  static func state(of item: ItemValues, _ notReady: Set<PersistentIdentifier>) -> String {
    item.isDone ? "x" : notReady.contains(item.id) ? "◌" : " "
  }

  /// The mark of a priority in two columns, as in the list.
  static func mark(of priority: Priority) -> String {
    switch priority {
    case .none: "  "
    case .low: "· "
    case .medium: "! "
    case .high: "!!"
    }
  }

  static func role(of priority: Priority) -> TerminalColors.Role? {
    switch priority {
    case .none, .low: nil
    case .medium: .label
    case .high: .warning
    }
  }

  /// Appends the title, dim if the item is done, with the tags and the list.
  static func appendTitle(of item: ItemValues, indent: Int = 0, to row: inout TerminalRow) {
    row.append(String(repeating: "  ", count: indent) + VisibleText.marked(item.title), item.isDone ? .detail : nil)
    let labels = item.tags.map { " #\($0)" }.joined() + (item.list.map { " >\($0)" } ?? "")
    row.append(VisibleText.marked(labels), item.isDone ? .detail : .label)
  }
}
