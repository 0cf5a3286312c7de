import DocketData
import DocketLocking
import Foundation
import SwiftData
import TerminalUI

/// How rows are divided into the sections of the agenda.
struct AgendaDivision: Hashable, Sendable {
  /// What the sections are relative to.
  let reference: DateReference
  /// Whether the rows are in the order of their due dates, without regard to urgency and state.
  let isByDate: Bool

  /// Tells the sections of rows.
  @MainActor
  fileprivate func sections() -> (Item) -> AgendaSection {
    let sections = AgendaSections(at: reference)
    return isByDate ? { sections.section(ofOpen: $0) } : { sections.section(of: $0) }
  }
}

/// Where the sections of the agenda begin among the roots of a list: one heading above each.
///
/// The sections of neighbouring rows are compared, so that headings are always those of the rows that are shown; what
/// the store has counted would be of another moment.
@MainActor
struct AgendaHeadings {
  private struct Run: Equatable {
    let section: AgendaSection
    let start: Int
    let end: Int
  }

  private var runs: [Run] = []
  /// What tells the sections is kept: they end with days of a calendar, which takes a while to work out.
  private var division: (value: AgendaDivision, sections: (Item) -> AgendaSection)?
  private var isComplete = true

  /// The index of the first root of each section.
  var starts: [Int] { runs.map(\.start) }

  /// Follows changed rows; answers whether a heading has changed.
  ///
  /// - Parameters:
  ///   - division: nil if there are no sections.
  ///   - results: the roots, those of a section one after another.
  /// - Complexity: O(1) look-ups for each section that hardly moved, O(log n) for others.
  @discardableResult
  mutating func follow(
    _ results: FetchResultsCollection<Item>, isComplete: Bool, _ division: AgendaDivision?
  ) -> Bool {
    let before = runs
    var old = runs
    if division != self.division?.value { (old, self.division) = ([], division.map { ($0, $0.sections()) }) }
    (runs, self.isComplete) = ([], isComplete)
    guard let sections = self.division?.sections else { return !before.isEmpty }
    var start = 0
    while start < results.count {
      guard let section = Self.section(at: start, results, sections) else { break }
      let before = old.first { $0.section == section }
      let hint = before.map { start + $0.end - $0.start } ?? start + 1
      let end = Self.end(of: section, from: start, near: hint, results, sections)
      runs.append(Run(section: section, start: start, end: end))
      start = end
    }
    return runs != before
  }

  /// Whether a root's item belongs to the section that it stands in.
  func agree(with item: Item, _ root: Int) -> Bool {
    guard let section = division?.sections(item) else { return false }
    return runs.contains { $0.section == section && $0.start <= root && root < $0.end }
  }

  /// The heading above a root: the section and how many roots it has.
  ///
  /// - Parameter hasDoneToday: whether items are among them that were done today, and no others that are done.
  func line(above root: Int, hasDoneToday: Bool, _ roles: Roles) -> CellLine {
    guard let run = runs.first(where: { $0.start == root }) else { return CellLine() }
    let isCut = !isComplete && run.end == runs.last?.end
    let count = (run.end - run.start).grouped + (isCut ? "+" : "")
    return Self.line(run.section, hasDoneToday && run.section == .done ? Self.doneTodayTitle : nil, count, roles)
  }

  private static let doneTodayTitle = "Done today"

  /// The heading below all rows, of the section that is folded.
  static func lineForDoneToday(_ count: Int, key: String?, _ roles: Roles) -> CellLine {
    var line = line(.done, doneTodayTitle, count.grouped, roles)
    line.append("  \(ItemMarks.folded)", style: roles.detail)
    if let key { line.append("  \(key) shows them", style: roles.detail) }
    return line
  }

  private static func line(_ section: AgendaSection, _ title: String?, _ count: String, _ roles: Roles) -> CellLine {
    let style = roles.style(of: section) ?? roles.header
    var line = CellLine(" " + (title ?? section.title), style: style.overlaid(with: .bold))
    line.append("  " + count, style: roles.detail)
    return line
  }

  private static func section(
    at index: Int, _ results: FetchResultsCollection<Item>, _ sections: (Item) -> AgendaSection
  ) -> AgendaSection? { results.model(for: results.identifier(at: index)).map(sections) }

  /// The first index after the rows of a section.
  private static func end(
    of section: AgendaSection, from start: Int, near hint: Int, _ results: FetchResultsCollection<Item>,
    _ sections: @escaping (Item) -> AgendaSection
  ) -> Int {
    // A row that is gone belongs to no section any more, and leaves with the next change.
    let isOther = { (index: Int) in self.section(at: index, results, sections).map { $0 != section } ?? false }
    // The list may have become shorter than that.
    let hint = min(max(hint, start + 1), results.count)
    let near = max(start + 1, hint - nearby)..<min(results.count, hint + nearby)
    guard !near.isEmpty, near.lowerBound == start + 1 || !isOther(near.lowerBound - 1),
      near.upperBound == results.count || isOther(near.upperBound)
    else {
      // The first rows of many are often of one section.
      guard isOther(results.count - 1) else { return results.count }
      return (start + 1..<results.count).partitioningIndex(where: isOther)
    }
    return near.partitioningIndex(where: isOther)
  }

  /// So far an end is looked for where it was.
  private static let nearby = 16
}
