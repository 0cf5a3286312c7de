import Foundation
import SwiftData

extension DataHandler {
  /// Where items go in the manual order.
  public enum Place: Hashable, Sendable {
    /// Before all others.
    case first
    /// After all others.
    case last
    /// Right before an item.
    case before(PersistentIdentifier)
    /// Right after an item.
    case after(PersistentIdentifier)
  }

  /// Moves items in the manual order, to stand together in the order given.
  ///
  /// Only the moved items get new positions. Where there is no room between two, which takes about forty moves to one
  /// place, some neighbours get new ones too.
  ///
  /// - Parameters:
  ///   - ids: which items.
  ///   - place: where to.
  ///   - date: when they were updated by it; their neighbours are not.
  /// - Throws: `ItemError.noSuchItem`, or `StoreError`; none is moved then.
  public func moveItems(ids: [PersistentIdentifier], to place: Place, at date: Date = Date()) throws {
    try perform(at: date) { recorder in (try move(models(ids), to: resolved(place), recorder), ()) }
  }

  /// Moves items within a command.
  ///
  /// - Returns: the words of the step.
  func move(_ items: [Item], to gap: ManualOrder.Gap, _ recorder: JournalRecorder) throws -> StepWords {
    let order = ManualOrder(modelContext, moving: Set(items.map(\.persistentModelID)))
    let positions = try order.positions(for: items.count, at: gap) { neighbour in
      try recorder.willChange(neighbour, [.position], isUpdate: false)
    }
    for (item, position) in zip(items, positions) {
      try recorder.willChange(item, [.position])
      item.position = position
    }
    return StepWords(items) { _ in "move" }
  }

  private func resolved(_ place: Place) throws -> ManualOrder.Gap {
    switch place {
    case .first: .first
    case .last: .last
    case .before(let id): .before(try model(id))
    case .after(let id): .after(try model(id))
    }
  }
}
