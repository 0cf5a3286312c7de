import DocketConfiguration
import DocketData
import Foundation
import SwiftData
import TerminalUI

/// Adds items: typed in a line, or pasted as several.
@MainActor
struct Adding {
  private let screen: ListScreen

  init(_ screen: ListScreen) { self.screen = screen }

  private var items: ItemList { screen.items }

  func begin() { begin(below: nil) }

  func beginSubitem() {
    if let id = items.view.selectedID { begin(below: id) }
  }

  /// Opens the field, with the draft that was kept when it was left.
  private func begin(below parent: PersistentIdentifier?) {
    screen.layers.open(screen.layers.take(.newItem(below: parent)) ?? LinePrompt(.new(parent: parent)))
  }

  // MARK: - One item

  func add(_ submitted: LinePrompt, to parent: PersistentIdentifier?) {
    screen.layers.closePrompt()
    let (text, given) = (submitted.field.text, defaults(parent))
    if let parent { items.rows.unfold(parent) }
    let arrival = screen.input.expectArrival()
    screen.changes.perform(on: .none(of: items.rows.shown.items), total: 1) {
      let item = try await newItem(text, given, $0)
      return (id: try await $0.newItem(item), blockers: item.blockers.compactMap(\.primaryKey))
    } completion: { result in
      if case .success(let added) = result {
        return self.added(added.id, arrival, missed: missedWords(in: text, knownItems: added.blockers))
      }
      screen.input.end(arrival)
      Waiting(screen).restore(submitted)
    }
  }

  /// What words of a line look like, such as a date, that are a part of the title now; nil if there are none.
  private func missedWords(in text: String, knownItems: [Int64]) -> String? {
    let typed = QuickAdd(text, screen.environment.reference)
    let unknown = Set(typed.blockers).subtracting(knownItems)
    let item = unknown.isEmpty ? typed : QuickAdd(text, screen.environment.reference, unknownItems: unknown)
    return MissedToken.all(in: text, item.tokens).problem.map { "\($0); kept in the title" }
  }

  /// Goes to the new item, or says why it is not in the list.
  private func added(_ id: PersistentIdentifier, _ arrival: EventQueue.Expectation, missed: String?) {
    if items.isShown(id) {
      // The key edits the item under the cursor, which is the new one, unless it is meant for those that are selected.
      let isEditable = items.view.markedCount == 0
      if let missed { screen.notices.answer(missed, offering: isEditable ? .edit : nil) }
      return Waiting(screen).selectFirst(of: [id], ending: arrival)
    }
    screen.input.end(arrival)
    let context = items.listing.context.flatMap { items.isIn($0, id) ? nil : $0 }
    let hidden = "added \(items.words(for: id)), which"
    let more = missed.map { "; \($0)" } ?? ""
    if let context {
      let reason = "\(hidden) the context \(context.name) hides; :context lifts it"
      screen.notices.answer(reason + more, offering: .context)
    } else {
      screen.notices.answer("\(hidden) the current filter hides\(more)", offering: .filters)
    }
    EventRouter(screen).resume()
  }

  /// Adds an item that was deleted elsewhere as a new one, with what was typed for it.
  func addAgain(_ original: ItemValues, _ changes: ItemChanges) {
    let environment = screen.environment
    let document = ItemDocument(original, environment.reference)
    addAgain(document.newItem(ItemEdit(changes), at: environment.now()))
  }

  /// Adds what was edited as a new item, after the item was deleted elsewhere.
  func addAgain(_ item: NewItem) {
    // That the change failed is of no interest any more.
    screen.changes.dismissFailure()
    screen.changes.perform(on: .none(of: items.rows.shown.items)) {
      try await $0.newItem(item)
    } completion: { [screen] result in
      guard case .success(let id) = result else { return }
      screen.notices.say("The item was deleted elsewhere; your text is a new item now")
      Waiting(screen).selectFirst(of: [id])
    }
  }

  // MARK: - Several items

  /// Takes a paste into the field of a new item, or of several lines; answers whether it did.
  func paste(_ text: String) -> Bool {
    guard let prompt = screen.layers.prompt else {
      let lines = Self.lines(of: text)
      if lines.count > 1 { offer(lines, to: nil) }
      return lines.count > 1
    }
    guard case .new(let parent) = prompt.purpose, Self.lines(of: text).count > 1 else { return false }
    // The text in the field belongs to the first and to the last line.
    let before = prompt.field.textBeforeCursor
    offer(Self.lines(of: "\(before)\(text)\(prompt.field.text.dropFirst(before.count))"), to: parent)
    return true
  }

  private static func lines(of text: String) -> [String] {
    text.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
  }

  private func offer(_ lines: [String], to parent: PersistentIdentifier?) {
    let beginning = lines.prefix(3).map { "• \($0.prefix(48))" }.joined(separator: "\n")
    let rest = lines.count > 3 ? "\n…" : ""
    let question = "Add \(lines.count.grouped) items, one for each line?"
    screen.layers.open(
      QuestionLayer(
        "Paste", message: "\(question)\n\(beginning)\(rest)",
        buttons: [
          DialogButton("Add", key: "a", answer: LayerOutcome.Choice.addLines(lines, parent)),
          DialogButton("One line", key: "o", answer: .joinLines(lines, parent)),
          DialogButton("Cancel", key: "c", answer: .keep),
        ], isReadFirst: false, focus: 0, style: screen.environment.roles.overlay))
  }

  /// Adds each pasted line as if it was typed, in one transaction.
  func addLines(_ lines: [String], to parent: PersistentIdentifier?) {
    // Pasted into the field of a new item.
    if screen.layers.prompt != nil { screen.layers.closePrompt() }
    if let parent { items.rows.unfold(parent) }
    let defaults = defaults(parent)
    screen.changes.perform("adding", on: .none(of: items.rows.shown.items), total: lines.count) { handler in
      var new: [NewItem] = []
      for line in lines { new.append(try await newItem(line, defaults, handler)) }
      return try await handler.newItems(new)
    } completion: { result in
      guard case .success(let ids) = result else { return }
      screen.notices.say("added \(ids.count.grouped) items", offering: .undo)
      if let first = ids.first, items.isShown(first) { Waiting(screen).selectFirst(of: [first]) }
    }
  }

  /// Joins pasted lines in the field of a new item.
  func joinLines(_ lines: [String], to parent: PersistentIdentifier?) {
    screen.layers.open(LinePrompt(.new(parent: parent), text: lines.joined(separator: " "), isTouched: true))
    screen.notices.say("Joined into one line. Enter adds, Esc keeps a draft.")
  }

  // MARK: - What new items get

  /// The values of a new item whose text names no others.
  struct Defaults: Sendable {
    let parent: PersistentIdentifier?
    let list: String?
    let tags: [String]
    let due: Date?
    fileprivate let reference: DateReference
    fileprivate let now: Date
  }

  /// The list of its parent, or the list and the tags that are shown, and their day.
  func defaults(_ parent: PersistentIdentifier?) -> Defaults {
    Defaults(
      parent: parent, list: list(parent), tags: shownTags, due: shownDay, reference: screen.environment.reference,
      now: screen.environment.now())
  }

  private func list(_ parent: PersistentIdentifier?) -> String? {
    if let parent { return items.rows.item(parent)?.list?.name }
    for term in items.query.terms where !term.isNegated {
      if case .list(let key, _) = term.condition { return screen.names.all.list(key: key) ?? key }
    }
    return nil
  }

  /// When the items of the one day that is shown are due; nil if more is shown.
  private var shownDay: Date? {
    for term in items.query.terms where !term.isNegated {
      switch term.condition {
      case .state(.today): return DatePhrase.span(of: "today", screen.environment.reference)?.due
      case .date(.due, .equal, let span) where span.isDay: return span.due
      default: break
      }
    }
    return nil
  }

  private var shownTags: [String] {
    items.query.terms.compactMap { term in
      if case .tag(let key) = term.condition, !term.isNegated { key } else { nil }
    }
  }
}

/// The new item that a line describes, with defaults for everything it does not say.
private nonisolated(nonsending) func newItem(
  _ text: String, _ defaults: Adding.Defaults, _ handler: DataHandler
) async throws -> NewItem {
  let typed = try await handler.quickAdd(text, defaults.reference)
  var item = try handler.newItem(of: typed, timestamp: defaults.now)
  item.parent = defaults.parent.map { .item($0) }
  item.list = item.list ?? defaults.list
  item.tags += defaults.tags
  item.dueAt = item.dueAt ?? defaults.due
  item.beginSeries(defaults.reference)
  return item
}
