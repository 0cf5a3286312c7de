import SwiftData
import TerminalUI

/// Keys typed faster than the store answers: they wait until the item they are meant for is the selected one.
///
/// Somebody who adds an item and goes on typing means the new item, and somebody who deletes twice means the next one. Only
/// commands on items wait, and what is typed after them.
struct TypeAhead {
  /// What is to happen to the list.
  private struct Expectation {
    /// The items that leave the list; none if one is to come.
    var leaving: Set<PersistentIdentifier> = []
    /// Whether keys wait whatever is selected.
    var concernsAll = true
    var isSaved = false
  }

  private var expectations: [Int: Expectation] = [:]
  private var lastNumber = 0
  private var keys: [Key] = []

  /// Whether a command on the selected item has to wait.
  func mustWait(selected: PersistentIdentifier?) -> Bool {
    expectations.values.contains { expected in
      expected.concernsAll || selected.map { expected.leaving.contains($0) } ?? false
    }
  }

  /// Whether keys wait already, so that further ones must line up.
  var isWaiting: Bool { !keys.isEmpty }

  mutating func append(_ key: Key) { keys.append(key) }

  /// Takes the first waiting key.
  mutating func next() -> Key? { keys.isEmpty ? nil : keys.removeFirst() }

  /// Puts back a key that has to wait on.
  mutating func putBack(_ key: Key) { keys.insert(key, at: 0) }

  /// Drops what waits: what it was meant for did not come about.
  mutating func drop() { keys = [] }

  /// Begins to wait for a new item.
  ///
  /// - Returns: the number to end it by.
  mutating func expectArrival() -> Int { expect(Expectation()) }

  /// Begins to wait for items to leave the list.
  ///
  /// - Parameter sample: of many items one, that stands for all; they leave together.
  /// - Returns: the number to end it by.
  mutating func expectDeparture(of ids: [PersistentIdentifier], sample: PersistentIdentifier?) -> Int {
    expect(Expectation(leaving: sample.map { [$0] } ?? Set(ids), concernsAll: sample != nil))
  }

  private mutating func expect(_ expectation: Expectation) -> Int {
    lastNumber += 1
    expectations[lastNumber] = expectation
    return lastNumber
  }

  /// Ends what has come about, or never will; nothing happens if it has ended already.
  mutating func end(_ number: Int) { expectations[number] = nil }

  /// Notes that the store has it, so that only the list has to follow.
  mutating func noteSaved(_ number: Int) { expectations[number]?.isSaved = true }

  /// Whether something that was saved has not come about in the list yet.
  var awaitsList: Bool { expectations.values.contains(where: \.isSaved) }

  /// Ends all that was saved: something else has been made of it since.
  mutating func endSaved() { expectations = expectations.filter { !$0.value.isSaved } }

  /// Ends everything: the list is another one.
  mutating func endAll() { expectations = [:] }

  /// The items that are to leave the list.
  var leaving: Set<PersistentIdentifier> { expectations.values.reduce(into: []) { $0.formUnion($1.leaving) } }

  /// The items that are to leave the list by one change.
  func leaving(_ number: Int) -> Set<PersistentIdentifier> { expectations[number]?.leaving ?? [] }

  /// Notes that items have left the list, or are to stay in it.
  mutating func endLeaving(_ ids: Set<PersistentIdentifier>) {
    guard !ids.isEmpty else { return }
    for (number, expected) in expectations where !expected.leaving.isDisjoint(with: ids) {
      let rest = expected.leaving.subtracting(ids)
      if rest.isEmpty { end(number) } else { expectations[number]?.leaving = rest }
    }
  }
}
