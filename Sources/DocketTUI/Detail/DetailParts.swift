import DocketData
import SwiftData
import TerminalUI

/// The items that an item consists of, live: found in the background, and read by key.
@MainActor
final class DetailParts {
  /// How many are shown; the list is the place for more.
  static let most = 200

  private let onChange: @MainActor () -> Void
  private var observer: ResultsObserver<Item, Never>?
  private var count = 0
  /// The first of them; a model that nobody holds follows no changes.
  private var items: [Item] = []
  /// Why there are none, if they can't be read.
  private var error: (any Error)?
  private lazy var region = ObservedRegion { [weak self] in self?.changed() }

  /// - Parameter onChange: called when some came, went or moved.
  init(of id: PersistentIdentifier, context: ModelContext, onChange: @escaping @MainActor () -> Void) {
    self.onChange = onChange
    do {
      observer = try ResultsObserver(
        filterBy: #Predicate { $0.parent?.persistentModelID == id }, sortBy: [SortDescriptor(\.position)],
        modelContext: context)
    } catch {
      self.error = error
    }
    take()
  }

  /// A line of how many are done, and one for each; none if there are none.
  func lines(_ roles: Roles, width: Int) -> [CellLine] {
    if let error { return [CellLine("The sub-items can't be read: \(error)", style: roles.failed)] }
    guard count > 0 else { return [] }
    var lines = [CellLine(), CellLine(heading, style: roles.detail)] + items.map { line($0, roles, width) }
    if count > items.count {
      lines.append(CellLine("… and \((count - items.count).grouped) more", style: roles.detail))
    }
    return lines
  }

  private func changed() {
    take()
    onChange()
  }

  private func take() {
    guard let observer else { return }
    let (results, error, isWhole) = region.draw { (observer.results, observer.fetchError, observer.isComplete) }
    self.error = error
    guard isWhole else { return }
    let shown = 0..<min(results.count, Self.most)
    results.prefetch(shown)
    items = shown.compactMap { results.model(for: results.identifier(at: $0)) }
    count = results.count
  }

  private var heading: String {
    count > items.count
      ? "\(count.grouped) sub-items" : "Sub-items · \(items.count { $0.isDone }) of \(count) done"
  }

  private func line(_ item: Item, _ roles: Roles, _ width: Int) -> CellLine {
    var line = CellLine(item.isDone ? "● " : "○ ", style: roles.detail)
    line.append(item.title, style: item.isDone ? roles.done : roles.title, limit: width + 1)
    return line.truncated(to: width)
  }
}
