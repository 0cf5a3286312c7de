import DocketData
import Foundation
import SwiftData

/// Items in the sections of the agenda, for a person at a terminal.
struct AgendaTable {
  /// Sub-items deeper than this are not indented further.
  private static let maxDepth = 8

  /// Those that can't be begun yet.
  private let notReady: Set<PersistentIdentifier>
  private let reference: DateReference
  private let colors: TerminalColors
  private let width: Int?
  private let subitems: [Int64: [ItemValues]]
  private let roots: [ItemValues]
  private let titles: [Int64: String]
  private let numberWidth: Int
  /// Whether some are done or can't be begun yet, so that there is a column for that.
  private let hasStates: Bool
  private let dates: DueColumn
  /// How many items are shown, how many there are, and the section of the last one, if these are only the first of them.
  private let part: (shown: Int, total: Int, last: AgendaSection?)?

  /// - Parameters:
  ///   - items: in the order of the agenda.
  ///   - total: how many there are, of which these are the first.
  ///   - notReady: those that can't be begun yet.
  ///   - width: the columns of the terminal; nil if that is not known.
  init(
    _ items: [ItemValues], of total: Int, notReady: Set<PersistentIdentifier>, at reference: DateReference,
    colors: TerminalColors, width: Int?
  ) {
    let last = items.last.map(AgendaSections(at: reference).section(of:))
    part = total > items.count ? (items.count, total, last) : nil
    (self.notReady, self.reference, self.colors, self.width) = (notReady, reference, colors, width)
    (roots, subitems) = Self.tree(of: items, at: reference)
    titles = Dictionary(items.map { ($0.number, $0.title) }) { first, _ in first }
    numberWidth = ItemTable.numberWidth(of: items)
    hasStates = items.contains { $0.isDone || notReady.contains($0.id) }
    dates = DueColumn(items)
  }

  /// The items that stand for themselves, and those below each item.
  ///
  /// A sub-item that is due in an earlier section than its parent stands for itself.
  /// Two machines that sync can make an item a sub-item of its own sub-item; one of such a loop stands for itself.
  private static func tree(
    of items: [ItemValues], at reference: DateReference
  ) -> (roots: [ItemValues], subitems: [Int64: [ItemValues]]) {
    let all = AgendaSections(at: reference)
    let sections = Dictionary(items.map { ($0.number, all.section(of: $0).rawValue) }) { $1 }
    let parent = { (item: ItemValues) -> Int64? in
      guard let parent = item.parentNumber, let section = sections[parent] else { return nil }
      return sections[item.number, default: section] < section ? nil : parent
    }
    var subitems = Dictionary(grouping: items.filter { parent($0) != nil }) { $0.parentNumber ?? 0 }
    var roots = items.filter { parent($0) == nil }
    var reached: Set<Int64> = []
    var waiting = roots.map(\.number)
    for item in items {
      while let number = waiting.popLast() {
        if reached.insert(number).inserted { waiting += (subitems[number] ?? []).map(\.number) }
      }
      guard !reached.contains(item.number), let above = parent(item) else { continue }
      subitems[above]?.removeAll { $0.number == item.number }
      roots.append(item)
      waiting = [item.number]
    }
    return (roots, subitems)
  }

  /// The sections that have items, each below its heading, and how many items there are if some are missing.
  var text: String {
    let sections = Dictionary(grouping: roots, by: AgendaSections(at: reference).section(of:))
    let texts = AgendaSection.allCases.compactMap { section in
      sections[section].map { items in
        // The last one may have more.
        heading(section, section == part?.last ? "…" : "\(items.count)") + items.map { lines($0, section) }.joined()
      }
    }
    let rest = part.map { "\n" + colors.text("the first \($0.shown.grouped) of \($0.total.grouped)", .detail) + "\n" }
    return texts.joined(separator: "\n") + (rest ?? "")
  }

  private func heading(_ section: AgendaSection, _ count: String) -> String {
    let title = colors.text(section.title, section == .overdue ? .warning : .heading)
    return "\(title) \(colors.text(count, .detail))\n"
  }

  private func lines(_ item: ItemValues, _ section: AgendaSection) -> String {
    var text = ""
    var waiting = [(item: item, depth: 0)]
    while let (item, depth) = waiting.popLast() {
      text += line(item, section, min(depth, Self.maxDepth))
      waiting += (subitems[item.number] ?? []).reversed().map { ($0, depth + 1) }
    }
    return text
  }

  private func line(_ item: ItemValues, _ section: AgendaSection, _ depth: Int) -> String {
    var row = TerminalRow()
    row.append(ItemTable.padded("\(item.number)", numberWidth), .detail)
    row.append(hasStates ? " \(ItemTable.state(of: item, notReady)) " : " ")
    row.append(ItemTable.mark(of: item.priority), ItemTable.role(of: item.priority))
    row.append(" ")
    row.append(dates.text(of: item), section == .overdue ? .warning : .detail)
    ItemTable.appendTitle(of: item, indent: depth, to: &row)
    // One that stands for itself says whose part it is.
    let parent = depth == 0 ? item.parentNumber.flatMap { titles[$0] } : nil
    if let parent { row.append("  < " + VisibleText.marked(parent), .detail) }
    return row.line(colors, width: width)
  }
}
