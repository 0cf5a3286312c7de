import DataProvider
import SwiftData
import TerminalUI

/// The items that an item consists of, live: found in the background, and read by key.
@MainActor
final class DetailParts {
  /// How many are shown; the list is the place for more.
  static let most = 200

  private let observer: ResultsObserver<Item, Never>
  /// What is shown; a model that nobody holds follows no changes.
  private var items: [Item] = []

  /// - Throws: `StoreError` if the store can't be read.
  init(of id: PersistentIdentifier, context: ModelContext) throws {
    observer = try ResultsObserver(
      filterBy: #Predicate { $0.parent?.persistentModelID == id }, sortBy: [SortDescriptor(\.position)],
      modelContext: context)
  }

  /// A line of how many are done, and one for each; none if there are none.
  func lines(_ roles: Roles, width: Int) -> [CellLine] {
    let results = observer.results
    guard results.count > 0 else {
      items = []
      return []
    }
    let shown = 0..<min(results.count, Self.most)
    results.prefetch(shown)
    items = shown.compactMap { results.model(for: results.identifier(at: $0)) }
    var lines = [CellLine(), CellLine(heading(of: results.count), style: roles.detail)]
    lines += items.map { line($0, roles, width) }
    if results.count > shown.count {
      lines.append(CellLine("… and \((results.count - shown.count).grouped) more", style: roles.detail))
    }
    return lines
  }

  private func heading(of count: Int) -> String {
    count > items.count
      ? "\(count.grouped) sub-items" : "Sub-items · \(items.count { $0.isDone }) of \(count) done"
  }

  private func line(_ item: Item, _ roles: Roles, _ width: Int) -> CellLine {
    var line = CellLine(item.isDone ? "● " : "○ ", style: roles.detail)
    line.append(item.title, style: item.isDone ? roles.done : roles.title, limit: width + 1)
    return line.truncated(to: width)
  }
}
