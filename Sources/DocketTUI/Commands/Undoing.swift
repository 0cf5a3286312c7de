import DocketConfiguration
import DocketData
import Foundation
import SwiftData

/// Undo and redo: any number of steps, also those of earlier days and of the command line.
@MainActor
struct Undoing {
  private enum Outcome: Sendable {
    case done([LoggedStep], AffectedItems, FilterChanges)
    /// Something stands in the way; nothing failed.
    case refused(String)

    var isRefusal: Bool { if case .refused = self { true } else { false } }
  }

  private let screen: ListScreen

  init(_ screen: ListScreen) { self.screen = screen }

  func undo() {
    step("undoing", "undone", offering: .redo) { try await $0.undoSteps() }
  }

  func redo() {
    step("redoing", "redone", offering: .undo) { try await $0.redoSteps() }
  }

  private func step(
    _ title: String, _ word: String, offering command: Command,
    _ step: nonisolated(nonsending) @escaping @Sendable (DataHandler) async throws -> [LoggedStep]
  ) {
    screen.changes.perform(title, isNothing: \Outcome.isRefusal) { handler in
      do {
        let token = await handler.lastToken()
        let filters = try await handler.filters()
        let steps = try await step(handler)
        let changes = FilterChanges(from: filters, to: try await handler.filters())
        return Outcome.done(steps, await handler.itemsAffected(since: token), changes)
      } catch let error as JournalError {
        return Outcome.refused(error.description)
      }
    } completion: { result in
      switch result {
      case .success(.done(let steps, let items, let filters)):
        let turned = steps.filter { $0.state != .overtaken }
        let skipped = steps.filter { $0.state == .overtaken }.map { step in
          ". Skipped: \(step.words)" + (step.obstacle.map { ", because \($0)" } ?? "")
        }
        let words = "\(word): \(turned.map(\.words).joined(separator: ", "))" + skipped.joined()
        if steps.contains(where: { $0.state == .abandoned }) {
          screen.notices.say(words + ". It added too many items to be redone.")
        } else {
          screen.notices.say(words, offering: command)
        }
        Waiting(screen).forgetSaved()
        Naming(screen).follow(filters)
        goTo(items)
      case .success(.refused(let reason)): screen.notices.say(reason)
      case .failure: break
      }
    }
  }

  /// Goes to the items that came back, or to those that changed, unless one of these is visible.
  private func goTo(_ affected: AffectedItems) {
    let (list, view) = (screen.items, screen.items.view)
    let new = affected.new.prefix(maxSearched).filter(list.isShown)
    if !new.isEmpty { return Waiting(screen).selectFirst(of: new) }
    // Only some of many items are searched for, so visible ones come first.
    if view.selectedID.map(affected.changed.contains) == true { return }
    if view.selection.visible.map(list.rows.id(at:)).contains(where: affected.changed.contains) { return }
    let changed = affected.firstChanged.prefix(maxSearched)
    let rows = changed.compactMap { list.index(of: $0) }
    if rows.isEmpty, let back = changed.first(where: list.isShown) { return Waiting(screen).selectFirst(of: [back]) }
    guard let first = rows.min() else { return }
    view.select { $0.select(first) }
  }

  /// How many items are searched for in the list.
  private var maxSearched: Int {
    min(ItemList.maxSearched, max(1, ItemTargets.maxLooks / max(1, screen.items.rows.count)))
  }
}

/// The items that an undo or a redo brought back or changed.
private struct AffectedItems: Sendable {
  private static let maxFirst = 100

  private(set) var new: [PersistentIdentifier] = []
  private(set) var changed: Set<PersistentIdentifier> = []
  /// The first of these, in order.
  private(set) var firstChanged: [PersistentIdentifier] = []

  /// - Complexity: linear in the number of rows.
  init(_ transactions: [DefaultHistoryTransaction]) {
    let entity = Schema.entityName(for: Item.self)
    for change in transactions.lazy.flatMap(\.changes) {
      let id = change.changedPersistentIdentifier
      guard id.entityName == entity else { continue }
      switch change {
      case .insert: new.append(id)
      case .update:
        if changed.insert(id).inserted, firstChanged.count < Self.maxFirst { firstChanged.append(id) }
      case .delete: break
      }
    }
  }
}

extension DataHandler {
  /// The end of the store's history; nil if it has none or can't be read.
  fileprivate func lastToken() -> DefaultHistoryToken? {
    var last = HistoryDescriptor<DefaultHistoryTransaction>(sortBy: [SortDescriptor(\.token, order: .reverse)])
    last.fetchLimit = 1
    return try? modelContext.fetchHistory(last).first?.token
  }

  /// What the handler's author did to items since; nothing if it can't be read.
  fileprivate func itemsAffected(since token: DefaultHistoryToken?) -> AffectedItems {
    guard let token, let author = modelContext.author else { return AffectedItems([]) }
    let later = HistoryDescriptor<DefaultHistoryTransaction>(
      predicate: #Predicate { $0.token > token && $0.author == author })
    return AffectedItems((try? modelContext.fetchHistory(later)) ?? [])
  }
}
