import DocketConfiguration
import SwiftData

/// Commands are for what the screen showed when their keys were pressed.
extension ListScreen {
  /// Why a command is not for the item that is under the cursor now, or nil.
  func whyNotAimed(_ command: Command) -> String? {
    guard command.actsOnItems, panes.focus != .sidebar, actsOnCursor(command), let id = list.selectedID, let now,
      unseenRow.contains(id, at: now)
    else { return nil }
    return "the list has moved, and \(words(for: id)) is under the cursor now; press the key again if you mean it"
  }

  /// Whether a command is for the item under the cursor, and not for those that are selected.
  private func actsOnCursor(_ command: Command) -> Bool {
    switch command {
    case .selectAll: false
    case .select, .selectRange, .addSubitem, .fold: true
    default: list.markedCount == 0
    }
  }

  /// The time by which keys and frames are compared.
  var now: Duration? { application?.clock.now }

  /// Notes that another item than before is under the cursor, which no key of the person's has brought there.
  func noteArrival(instead old: PersistentIdentifier?) {
    // In an empty list, or one that is being read for the first time, there was nothing to aim at.
    guard let old, let id = list.selectedID, id != old, !isOurDoing(old) else { return }
    unseenRow.arrive(id)
  }

  /// Whether it is by a change of the person's that an item is no longer under the cursor.
  private func isOurDoing(_ old: PersistentIdentifier) -> Bool {
    let changes = actions.works.filter(\.isChange) + recentChanges
    // In its place, the cursor is on another item whatever moves.
    guard environment.configuration.cursor == .item else { return !changes.isEmpty }
    let isGone = rows.item(old)?.isDeleted ?? true
    return typeAhead.leaving.contains(old) || changes.contains { $0.explains(old, isGone: isGone) }
  }

  /// Remembers a change for as long as the list may take to follow it.
  func noteEnded(_ work: LongWork) {
    guard let now else { return }
    dropOldChanges()
    endedChanges.append((work, now))
  }

  private var recentChanges: [LongWork] {
    dropOldChanges()
    return endedChanges.map(\.work)
  }

  private func dropOldChanges() {
    guard let now else { return }
    endedChanges.removeAll { now - $0.time >= Self.timeToFollow }
  }

  private static var timeToFollow: Duration { .seconds(2) }
}

/// The item that came under the cursor because of somebody else, until there was time to see it there.
///
/// A key that is pressed then was meant for what stood there before. It is known what the screen shows, so a terminal that
/// shows nothing for a while, or shows something else over the list, gives no time.
struct UnseenRow {
  /// The time from seeing something to pressing a key because of it; quick people need a little less.
  static let reactionTime = Duration.milliseconds(300)

  private var id: PersistentIdentifier?
  private var shownAt: Duration?

  /// Notes that an item has come under the cursor.
  mutating func arrive(_ id: PersistentIdentifier) { (self.id, shownAt) = (id, nil) }

  /// Notes that the list was drawn, with the item under the cursor.
  mutating func noteShown(at now: Duration) {
    if id != nil, shownAt == nil { shownAt = now }
  }

  /// Notes that the person has put the cursor somewhere.
  mutating func forget() { (id, shownAt) = (nil, nil) }

  /// Whether an item under the cursor is one that nobody can have aimed at.
  func contains(_ id: PersistentIdentifier, at now: Duration) -> Bool {
    guard id == self.id else { return false }
    return shownAt.map { now - $0 < Self.reactionTime } ?? true
  }
}
