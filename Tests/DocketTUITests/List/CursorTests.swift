import SwiftData
import Testing

@testable import DocketTUI

@Suite("The cursor comes back to an item that is between two places")
struct CursorTests {
  private let moved: PersistentIdentifier
  private let other: PersistentIdentifier
  private let third: PersistentIdentifier

  init() throws {
    moved = try PersistentIdentifier.identifier(for: "store", entityName: "Item", primaryKey: Int64(1))
    other = try PersistentIdentifier.identifier(for: "store", entityName: "Item", primaryKey: Int64(2))
    third = try PersistentIdentifier.identifier(for: "store", entityName: "Item", primaryKey: Int64(3))
  }

  /// Of an item that has left its place in the tree, as it comes back at the next one.
  private func row(_ change: (inout Cursor) -> Void) -> Int? {
    var cursor = Cursor()
    cursor.place(on: moved)
    cursor.waitForReturn(of: moved)
    cursor.settle(on: other)
    change(&cursor)
    let rows = [other: 0, moved: 1, third: 2]
    let landing = cursor.land(
      near: 0, followsItem: true, isCurrent: true, find: { rows[$0] }, findNew: { rows[$0] })
    return switch landing {
    case .arrival(let row, _): row
    case .row(let row): row
    }
  }

  @Test func whenNothingElseHappens() { #expect(row { _ in } == 1) }

  /// That an undo is done may be told before its item has come back, or after.
  @Test func whenAChangeEndsMeanwhile() { #expect(row { $0.stopAwaitingNewItems() } == 1) }

  @Test func whenAnotherChangeBeginsMeanwhile() { #expect(row { $0.stopAwaitingUnlessKeysDo() } == 1) }

  @Test func unlessThePersonMovesIt() { #expect(row { $0.place(on: third) } == 2) }

  @Test func unlessAnotherListIsShown() { #expect(row { $0.stopAwaiting() } == 0) }
}
