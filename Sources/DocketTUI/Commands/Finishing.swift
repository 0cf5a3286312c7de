import DocketData
import Foundation
import SwiftData
import TerminalUI

/// Completes, reopens and skips items, judged by what the screen shows: a change made elsewhere meanwhile is never reverted.
@MainActor
struct Finishing {
  private let screen: ListScreen

  init(_ screen: ListScreen) { self.screen = screen }

  private var items: ItemList { screen.items }

  /// Completes the open items; if none is open, reopens all.
  func toggle() {
    let (targets, now) = (items.targets, screen.environment.now())
    let isDone = wantedState(of: targets)
    // Where only some states are shown, the next key is meant for the item that moves into the row.
    let departure = items.query.asksForState ? Waiting(screen).expectDeparture(of: targets) : nil
    Changing(screen).perform(
      on: targets, makingDone: isDone, isNothing: { (outcome: Outcome) in outcome.change.count == 0 }
    ) {
      let change = try await $0.markItems(ids: targets.identifiers(), areDone: isDone, at: now)
      return try await Outcome(change, of: targets, at: now, $0)
    } saying: {
      words(for: $0, of: targets)
    } completion: { result, _ in
      if case .success(let outcome) = result, outcome.change.count == 0 { sayNothingChanged(outcome.change, targets) }
      if let departure { settle(departure) }
    }
  }

  /// The state to give to items, by what the screen shows: done if one of them is open.
  ///
  /// - Returns: nil if that can't be seen of many items; then the store is asked.
  private func wantedState(of targets: ItemTargets) -> Bool? {
    let ids = targets.identifiers(upTo: ItemList.maxSearched)
    let seen = ids ?? items.view.selection.visible.map(items.rows.id(at:)).filter(targets.contains)
    if seen.contains(where: { isDone($0) == false }) { return true }
    return ids == nil ? nil : false
  }

  /// The state that was requested last, or else what the screen shows.
  private func isDone(_ id: PersistentIdentifier) -> Bool? {
    screen.changes.requestedState(of: id) ?? items.rows.isShownAsDone(id)
  }

  /// What completing or reopening items did.
  private struct Outcome: Sendable {
    /// Of more nobody reads what they freed.
    private static let maxCount = 1_000

    let change: StateChange
    /// The titles of the items that waited for them, and can be done now.
    let ready: [String]
    /// How many of their sub-items are not done.
    let openSubitems: Int

    nonisolated(nonsending) init(
      _ change: StateChange, of targets: ItemTargets, at date: Date, _ handler: DataHandler
    ) async throws {
      self.change = change
      guard change.isDone, change.count > 0, let ids = targets.identifiers(upTo: Self.maxCount) else {
        (ready, openSubitems) = ([], 0)
        return
      }
      // What was done stays done, whether this can be read or not.
      ready = (try? await handler.itemsReady(afterDoing: ids, at: date).map(\.title)) ?? []
      openSubitems = (try? await handler.openSubitemCount(underDone: ids, at: date)) ?? 0
    }
  }

  private func sayNothingChanged(_ change: StateChange, _ targets: ItemTargets) {
    let verb = targets.count == 1 ? "is" : "are"
    screen.notices.answer("\(items.words(for: targets)) \(verb) \(change.isDone ? "done" : "open") already")
  }

  /// What the row does not show: that items leave, that one repeats, that sub-items are left, or that others are ready now;
  /// nil for nothing.
  private func words(for outcome: Outcome, of targets: ItemTargets) -> String? {
    let change = outcome.change
    guard change.count > 0 else { return nil }
    let words = [
      departure(change, targets), repetition(change), end(of: change), rest(outcome.openSubitems),
      readiness(outcome.ready),
    ].compactMap(\.self)
    return words.isEmpty ? nil : words.joined(separator: " · ")
  }

  private func repetition(_ change: StateChange) -> String? {
    guard let id = change.next.first, let item = items.rows.item(id) else { return nil }
    let when = item.due.map { " \(items.rows.dates.exact($0))" } ?? ""
    return change.next.count == 1
      ? "\(items.words(for: id)) repeats\(when)" : "\(change.next.count.grouped) items repeat"
  }

  private func end(of change: StateChange) -> String? {
    guard let id = change.last.first else { return nil }
    return change.last.count == 1
      ? "\(items.words(for: id)) was the last of its series" : "\(change.last.count.grouped) series are over"
  }

  private func rest(_ subitems: Int) -> String? {
    subitems == 0 ? nil : "\(Quantity(subitems, "sub-item")) still open"
  }

  private func readiness(_ titles: [String]) -> String? {
    guard let first = titles.first else { return nil }
    let more = titles.count > 1 ? " and \((titles.count - 1).grouped) more" : ""
    return "ready now: “\(first)”\(more)"
  }

  /// Items that leave the list say so, since no row does.
  private func departure(_ change: StateChange, _ targets: ItemTargets) -> String? {
    guard items.query.asksForState else { return nil }
    return "\(change.isDone ? "done" : "open again"): \(items.words(for: targets))"
  }

  // MARK: - Series

  /// Why an item can't be skipped, nor its series ended; of several, that is said once it is tried.
  var reasonForNoSeries: String? {
    guard let id = items.targets.only, let item = items.rows.item(id) else { return nil }
    if item.isDone { return "it is done" }
    return item.rule == nil ? "it does not repeat" : nil
  }

  /// Moves items to their next dates.
  func skip() {
    let (targets, now) = (items.targets, screen.environment.now())
    Changing(screen).perform(on: targets) {
      try await $0.skipItems(ids: targets.identifiers(), at: now)
    } saying: { dates in
      guard let first = dates.first else { return nil }
      let when = dates.count == 1 ? " to \(items.rows.dates.exact(first))" : ""
      return "skipped \(items.words(for: targets))\(when)"
    }
  }

  /// Lets items repeat no longer.
  func endSeries() {
    let (targets, now) = (items.targets, screen.environment.now())
    Changing(screen).perform(on: targets, isNothing: { (count: Int) in count == 0 }) {
      try await $0.endSeries(ids: targets.identifiers(), at: now)
    } saying: { count in
      let what = targets.count == 1 ? items.words(for: targets) : "\(Quantity(count, "item"))"
      return count > 0 ? "ended the series of \(what)" : nil
    } completion: { result, _ in
      if case .success(0) = result { screen.notices.say("none of them repeats") }
    }
  }

  /// Waits only for the items that will leave the list.
  private func settle(_ departure: EventQueue.Expectation) {
    screen.input.endLeaving(screen.input.leaving(departure).filter { items.isShown($0) })
    screen.input.noteSaved(departure)
    items.follow()
  }
}
