import DocketData
import SwiftData
import TerminalUI

/// Done and open: a key changes what the screen says, and never turns back what somebody else has done meanwhile.
extension ListScreen {
  /// Marks as done what is open; if nothing of it is, all of it is open again.
  func toggleDone() {
    let (targets, now) = (targets, environment.now())
    let isDone = wantedState(of: targets)
    // Where only some states are shown, the next key means the item that comes into the place.
    let number = query.asksForState ? expectDeparture(of: targets) : nil
    let wish = isDone.map { askedStates.begin(targets, isDone: $0) }
    perform(on: targets, isNothing: { (change: StateChange) in change.count == 0 }) {
      try await $0.markItems(ids: targets.identifiers(), areDone: isDone, at: now)
    } completion: { [weak self] result, _ in
      if let wish { self?.askedStates.end(wish) }
      if case .success(let change) = result { self?.announce(change, of: targets) }
      if let number { self?.settle(number) }
    }
  }

  /// What items are to become, by what the screen says of them: done if one is open.
  ///
  /// - Returns: nil if that can't be seen, as they are many; then the store is asked.
  private func wantedState(of targets: ItemTargets) -> Bool? {
    let ids = targets.identifiers(upTo: Self.mostLookedFor)
    let seen = ids ?? list.selection.visible.map(rows.id(at:)).filter(targets.contains)
    if seen.contains(where: { isDone($0) == false }) { return true }
    return ids == nil ? nil : false
  }

  private func isDone(_ id: PersistentIdentifier) -> Bool? { askedStates.isDone(id) ?? rows.isShownAsDone(id) }

  /// Says what the row does not: that there was nothing to do, or that something comes again.
  private func announce(_ change: StateChange, of targets: ItemTargets) {
    guard change.count > 0 else {
      let verb = targets.count == 1 ? "is" : "are"
      return say("\(words(for: targets)) \(verb) \(change.isDone ? "done" : "open") already")
    }
    guard let id = change.next.first, let item = rows.item(id) else { return }
    let when = item.due.map { " \(rows.dates.exact($0))" } ?? ""
    say(
      change.next.count == 1
        ? "\(words(for: id)) comes again\(when)" : "\(change.next.count.grouped) items come again", offering: .undo)
  }

  /// Waits on for those that are about to leave the list, and for no other.
  private func settle(_ number: Int) {
    typeAhead.endLeaving(typeAhead.leaving(number).filter { isShown($0) })
    noteSaved(number)
    rowsChanged()
  }
}

/// What items were asked to become that is not stored yet: the next key for one of them means that, and not what the
/// screen still says.
struct AskedStates {
  private struct Wish {
    let number: Int
    let targets: ItemTargets
    let isDone: Bool
  }

  private var wishes: [Wish] = []
  private var lastNumber = 0

  /// - Returns: the number to end it by.
  mutating func begin(_ targets: ItemTargets, isDone: Bool) -> Int {
    lastNumber += 1
    wishes.append(Wish(number: lastNumber, targets: targets, isDone: isDone))
    return lastNumber
  }

  /// Notes that it is stored, or will not be.
  mutating func end(_ number: Int) { wishes.removeAll { $0.number == number } }

  /// Whether an item was asked to be done, or to be open; nil if neither.
  func isDone(_ id: PersistentIdentifier) -> Bool? { wishes.last { $0.targets.contains(id) }?.isDone }
}
