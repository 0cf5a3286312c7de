import DocketData
import Foundation

/// What has been said to be due, on this machine, of one store.
///
/// Each due moment is said once. Items are remembered by themselves, not by one moment up to which all is said: an item
/// that comes from another machine after its time is said too.
public struct ReminderMemory: Sendable {
  private struct Told: Codable {
    /// What was due before is not said any more.
    let since: Date
    /// The due dates that were said, by item.
    var due: [String: String]
  }

  private static let kind = "remind"
  /// What was due longer ago is not said any more: it is overdue, and everybody sees that.
  private static let window: TimeInterval = 7 * 86_400

  private let state: StoreState
  private let lock: StateLock
  private let told: Told

  /// - Parameter reference: now; the first time, what is due since the beginning of the day is said.
  /// - Returns: nil if another process is saying something.
  /// - Throws: `StateError` if the state can't be written.
  public init?(_ state: StoreState, at reference: DateReference) throws {
    guard let lock = try StateLock(state, Self.kind, waits: false) else { return nil }
    (self.state, self.lock) = (state, lock)
    told = state.read(Told.self, Self.kind) ?? Told(since: reference.today, due: [:])
  }

  /// From when on something is said.
  public func start(at now: Date) -> Date { max(told.since, now.addingTimeInterval(-Self.window)) }

  /// What was not said yet, of what something can be done about; the rest is said once that is so.
  public func news(_ moments: [DueMoment]) -> [DueMoment] { moments.filter { $0.isReady && !isTold($0) } }

  private func isTold(_ moment: DueMoment) -> Bool { told.due[moment.uid.uuidString] == moment.due }

  /// Remembers that everything was said that is due by now and ready; what is past the window is forgotten.
  ///
  /// - Parameter moments: all that is within the window.
  public func remember(_ moments: [DueMoment]) throws {
    let said = moments.filter { $0.isReady || isTold($0) }
    let due = Dictionary(said.map { ($0.uid.uuidString, $0.due) }) { first, _ in first }
    if due != told.due || state.read(Told.self, Self.kind) == nil {
      try state.write(Told(since: told.since, due: due), Self.kind)
    }
    withExtendedLifetime(lock) {}
  }
}
