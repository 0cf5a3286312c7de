import DocketData
import Foundation

/// Up to where hooks have run for a store on this machine.
///
/// It is written after a program has run or was given up, so a crash in between runs that program again for the same
/// items: at least once, never not at all.
struct HookCursor: Codable, Hashable {
  /// All hooks have run for all transactions up to here.
  var position: HistoryPosition
  /// A part of the next transaction for which they have run too.
  var part: Part?

  struct Part: Codable, Hashable {
    let transaction: Int64
    /// The event's name.
    let event: String
    /// The last item.
    let key: Int64
  }

  private static let kind = "hooks"

  static func read(_ state: StoreState) -> HookCursor? { state.read(HookCursor.self, kind) }
  func write(_ state: StoreState) throws { try state.write(self, Self.kind) }

  /// The key after which a transaction goes on for an event; nil from the beginning.
  func key(in changes: CommittedChanges, for event: ItemEvent) -> Int64? {
    part?.transaction == changes.transaction && part?.event == event.rawValue ? part?.key : nil
  }

  /// Whether an event of a transaction comes before the part that is done, so that it is done too.
  func isBehind(_ changes: CommittedChanges, _ event: ItemEvent) -> Bool {
    let events = ItemEvent.allCases.map(\.rawValue)
    guard let part, part.transaction == changes.transaction, let done = events.firstIndex(of: part.event),
      let place = events.firstIndex(of: event.rawValue)
    else { return false }
    return place < done
  }
}
