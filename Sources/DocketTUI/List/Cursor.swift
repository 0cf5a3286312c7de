import SwiftData

/// The cursor: its item, the new item that it waits for, and where it returns; a value without rows.
struct Cursor {
  /// New items, the first of which gets the cursor.
  private struct Arrival {
    let ids: [PersistentIdentifier]
    /// What pending keys wait for; nil if none do.
    let expectation: EventQueue.Expectation?
    /// Whether it is the cursor's own item, which is between two places of the tree.
    var isReturn = false
  }

  enum Landing {
    /// A new item that it waited for.
    case arrival(Int, ends: EventQueue.Expectation?)
    /// The row of its item; nil keeps the row of an item that is gone.
    case row(Int?)
  }

  /// Its item when the person or the list moved it last.
  private(set) var id: PersistentIdentifier?
  /// Whether the list shown now has not been read yet.
  private(set) var isInNewList = false
  private var beforeSearch: PersistentIdentifier?
  /// The item to return to, if the new list has it.
  private var returning: PersistentIdentifier?
  private var arrival: Arrival?
  private var unseen = UnseenRow()

  /// Notes where the person has put it.
  mutating func place(on id: PersistentIdentifier?) {
    if self.id != id {
      unseen.forget()
      if arrival?.isReturn == true { arrival = nil }
    }
    self.id = id
  }

  /// Returns to an item that has left its place, and is to come back at another one, unless the person moves first.
  mutating func waitForReturn(of id: PersistentIdentifier) {
    if arrival == nil { arrival = Arrival(ids: [id], expectation: nil, isReturn: true) }
  }

  /// Notes where the list has put it.
  mutating func settle(on id: PersistentIdentifier?) { self.id = id }

  /// Begins another list, where it may return to its item.
  ///
  /// - Parameter isRead: whether the list has been read already.
  mutating func enterList(isRead: Bool) { (isInNewList, returning) = (!isRead, nil) }

  mutating func beginSearch() { beforeSearch = id }

  /// Returns to its item before the search.
  mutating func returnToSearchOrigin() { returning = beforeSearch }

  /// Waits for the first of some new items; an earlier wait ends.
  ///
  /// - Returns: the expectation that ends with the earlier one.
  mutating func wait(
    for ids: [PersistentIdentifier], ending expectation: EventQueue.Expectation?
  ) -> EventQueue.Expectation? {
    defer { arrival = Arrival(ids: ids, expectation: expectation) }
    return arrival?.expectation
  }

  /// Whether it waits for a new item, for tests.
  var isAwaiting: Bool { arrival != nil }

  /// Stops waiting, as another list is shown.
  mutating func stopAwaiting() { arrival = nil }

  /// Stops waiting for new items; an item of the list that is between two places still comes back.
  mutating func stopAwaitingNewItems() { if arrival?.isReturn != true { arrival = nil } }

  /// Stops waiting for new items that no keys wait for.
  mutating func stopAwaitingUnlessKeysDo() { if arrival?.expectation == nil { stopAwaitingNewItems() } }

  /// The items that the first rows of a new list must settle to be shown; nil if all rows are needed.
  var awaited: [PersistentIdentifier]? { isInNewList ? [returning, id].compactMap(\.self) : nil }

  /// Where it goes in changed rows.
  ///
  /// - Parameters:
  /// - index: its row.
  /// - followsItem: whether it follows its item, or keeps its row.
  /// - isCurrent: whether the rows are of the last query.
  /// - find: the row of an item, or of the one it is folded into.
  /// - findNew: the row of a new item.
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
    // A row number of another list means nothing.
    return .row(isInNewList && isCurrent ? 0 : nil)
  }

  /// Notes that the new list was read.
  mutating func noteRead() { (isInNewList, returning) = (false, nil) }

  /// Notes that a row came under it without an event of the person.
  mutating func arrivedUnseen(_ id: PersistentIdentifier) { unseen.arrive(id) }

  mutating func noteShown(at now: Duration) { unseen.noteShown(at: now) }

  /// Whether nobody can have aimed at its item.
  func isUnseen(_ id: PersistentIdentifier, at now: Duration) -> Bool { unseen.contains(id, at: now) }
}

/// An item that another's change brought under the cursor, until there was time to see it.
///
/// A key pressed before was meant for the item that was there. A terminal that shows nothing for a while, or an
/// overlay, gives no time.
private struct UnseenRow {
  /// The time from seeing something to pressing a key; quick people need a little less.
  static let reactionTime = Duration.milliseconds(300)

  private var id: PersistentIdentifier?
  private var shownAt: Duration?

  mutating func arrive(_ id: PersistentIdentifier) { (self.id, shownAt) = (id, nil) }

  mutating func noteShown(at now: Duration) {
    if id != nil, shownAt == nil { shownAt = now }
  }

  mutating func forget() { (id, shownAt) = (nil, nil) }

  func contains(_ id: PersistentIdentifier, at now: Duration) -> Bool {
    guard id == self.id else { return false }
    return shownAt.map { now - $0 < Self.reactionTime } ?? true
  }
}
