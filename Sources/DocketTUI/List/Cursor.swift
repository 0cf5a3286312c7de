import SwiftData

/// Which item the cursor is on, which one it waits for, and where it returns: a value without rows.
struct Cursor {
  /// New items, of which the first one in the list gets the cursor.
  private struct Arrival {
    let ids: [PersistentIdentifier]
    /// The expectation of waiting keys that ends with it; nil if none wait.
    let expectation: EventQueue.Expectation?
  }

  /// Where the cursor goes as rows change.
  enum Landing {
    /// A new item that it waited for.
    case arrival(Int, ends: EventQueue.Expectation?)
    /// The row of its item; nil if the item is gone, and then the row stays.
    case row(Int?)
  }

  /// The item under the cursor when the person or the list moved it last.
  private(set) var id: PersistentIdentifier?
  /// Whether nothing of the list that is shown now has been read yet.
  private(set) var isInNewList = false
  /// The item under the cursor when the search began.
  private var beforeSearch: PersistentIdentifier?
  /// The item that the cursor returns to, if the list that is being read has it.
  private var returning: PersistentIdentifier?
  private var arrival: Arrival?
  private var unseen = UnseenRow()

  /// Notes where the cursor is after an event of the person.
  mutating func place(on id: PersistentIdentifier?) {
    if self.id != id { unseen.forget() }
    self.id = id
  }

  /// Notes where the cursor is after the list has moved it.
  mutating func settle(on id: PersistentIdentifier?) { self.id = id }

  /// Begins another list: the cursor may return to its item there.
  ///
  /// - Parameter isRead: whether the list has been read already.
  mutating func enterList(isRead: Bool) { (isInNewList, returning) = (!isRead, nil) }

  /// Remembers the item to return to after the search.
  mutating func beginSearch() { beforeSearch = id }

  /// Returns to the item under the cursor when the search began.
  mutating func returnToSearchOrigin() { returning = beforeSearch }

  /// Waits for the first of some new items.
  ///
  /// Of two new items the later one gets the cursor; the earlier one is not waited for any more.
  /// - Returns: the expectation that ends with the earlier one.
  mutating func wait(
    for ids: [PersistentIdentifier], ending expectation: EventQueue.Expectation?
  ) -> EventQueue.Expectation? {
    defer { arrival = Arrival(ids: ids, expectation: expectation) }
    return arrival?.expectation
  }

  /// Whether it waits for a new item, for tests.
  var isAwaiting: Bool { arrival != nil }

  /// Waits for no new item any more.
  mutating func stopAwaiting() { arrival = nil }

  /// Waits no longer for a new item that no key waits for.
  mutating func stopAwaitingUnlessKeysDo() { if arrival?.expectation == nil { arrival = nil } }

  // MARK: - Rows that change

  /// The items that the first rows of a list have to settle before they are shown; nil if all rows are waited for.
  var awaited: [PersistentIdentifier]? { isInNewList ? [returning, id].compactMap(\.self) : nil }

  /// Where the cursor goes in the rows of a list.
  ///
  /// - Parameters:
  ///   - index: the row that it is on.
  ///   - followsItem: whether it goes with its item, and doesn't keep its row.
  ///   - isCurrent: whether the rows are of the last query.
  ///   - find: the row of an item, or of the item it is folded away in.
  ///   - findNew: the row of a new item.
  mutating func land(
    near index: Int?, followsItem: Bool, isCurrent: Bool, find: (PersistentIdentifier) -> Int?,
    findNew: (PersistentIdentifier) -> Int?
  ) -> Landing {
    if let arrival, let index = arrival.ids.compactMap(findNew).min() {
      self.arrival = nil
      return .arrival(index, ends: arrival.expectation)
    }
    if followsItem || isInNewList {
      if isInNewList, isCurrent, let row = returning.flatMap(find) { return .row(row) }
      if let row = id.flatMap(find) { return .row(row) }
    }
    // In another list the row means nothing.
    return .row(isInNewList && isCurrent ? 0 : nil)
  }

  /// Notes that the rows asked for last are shown: the list is not new any more.
  mutating func noteRead() { (isInNewList, returning) = (false, nil) }

  // MARK: - Rows nobody has seen

  /// Notes that a row came under the cursor that no event of the person has brought there.
  mutating func arrivedUnseen(_ id: PersistentIdentifier) { unseen.arrive(id) }

  /// Notes that the list was drawn.
  mutating func noteShown(at now: Duration) { unseen.noteShown(at: now) }

  /// Whether nobody can have aimed at the item under the cursor.
  func isUnseen(_ id: PersistentIdentifier, at now: Duration) -> Bool { unseen.contains(id, at: now) }
}

/// An item that somebody else's change brought under the cursor, until there was time to see it.
///
/// A key pressed before that was meant for the item that stood there. What counts is what the screen shows, so a
/// terminal that shows nothing for a while, or shows something else over the list, gives no time.
private struct UnseenRow {
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
