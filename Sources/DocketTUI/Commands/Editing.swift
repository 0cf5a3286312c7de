import DocketConfiguration
import DocketData
import Foundation
import SwiftData
import TerminalUI

/// Edits titles, tags, due dates and lists in a line, and saves any line that is submitted.
@MainActor
struct Editing {
  private let screen: ListScreen

  init(_ screen: ListScreen) { self.screen = screen }

  private var items: ItemList { screen.items }

  /// Why a command for one item is disabled; nil if it isn't.
  var reasonForOneItem: String? {
    let count = items.view.markedCount
    return count > 1 ? "it edits one item, and \(count.grouped) are selected; Esc unselects" : nil
  }

  func beginTitle() {
    guard let id = items.targets.only, let item = items.rows.item(id) else { return }
    screen.layers.open(
      screen.layers.take(.title(of: id)) ?? LinePrompt(.edit(id), text: item.title, original: ItemValues(item)))
  }

  /// Edits all tags of one item, or asks for tags to add to or remove from several.
  func beginTags() {
    let targets = items.targets
    let tags = targets.only.flatMap { items.rows.item($0)?.tags.map(\.name) } ?? []
    screen.layers.open(LinePrompt(.tags(targets), text: tags.map { $0 + " " }.joined()))
  }

  func beginDue() {
    let targets = items.targets
    // In a form that can be typed.
    let words = DateWords(now: screen.environment.now(), style: .iso)
    screen.layers.open(LinePrompt(.due(targets), replacing: shared(by: targets, \.due).map { words.exact($0) }))
  }

  /// Edits from when on items can be begun.
  func beginStart() {
    let targets = items.targets
    let words = DateWords(now: screen.environment.now(), style: .iso)
    screen.layers.open(LinePrompt(.start(targets), replacing: shared(by: targets, \.start).map { words.exact($0) }))
  }

  /// Edits how items repeat.
  func beginEvery() {
    let targets = items.targets
    screen.layers.open(LinePrompt(.every(targets), replacing: shared(by: targets, \.rule).map(\.typed)))
  }

  func beginList() {
    let targets = items.targets
    screen.layers.open(LinePrompt(.list(targets), replacing: shared(by: targets) { $0.list?.name }))
  }

  /// The value that items share; many items are taken to differ, without a look.
  private func shared<Value: Hashable>(by targets: ItemTargets, _ value: (Item) -> Value?) -> SharedValue<Value> {
    guard let ids = targets.identifiers(upTo: ItemList.maxSearched) else { return .several }
    let values = Set(ids.compactMap { items.rows.item($0) }.map(value))
    return values.count > 1 ? .several : .one(values.first ?? nil)
  }

  /// Saves what was typed; if that fails, the text comes back.
  func submit() {
    guard let submitted = screen.layers.prompt else { return }
    screen.changes.dismissFailure()
    let text = submitted.field.text
    switch submitted.purpose {
    case .search: Searching(screen).end()
    case .new(let parent): Adding(screen).add(submitted, to: parent)
    case .edit where text == submitted.initialText: closeUnchanged()
    case .edit(let id): save(submitted, ItemChanges(title: text), of: items.target(id))
    case .due where submitted.isUnchanged, .start where submitted.isUnchanged, .blockers where submitted.isUnchanged,
      .every where submitted.isUnchanged, .list where submitted.isUnchanged:
      closeUnchanged()
    case .rename(let thing): Naming(screen).rename(thing, submitted)
    case .saveFilter(let query): Naming(screen).saveFilter(query, submitted)
    case .share(let list): Sharing(screen).share(list, submitted)
    case .join: Sharing(screen).join(submitted)
    case .tags(let targets): saveTags(submitted, of: targets)
    case .due(let targets):
      guard let due = due(text) else { return screen.notices.refuse("“\(text)” isn't a date") }
      if isAlready(due.value, targets, \.dueAt) { return closeUnchanged() }
      let item = targets.only.flatMap(items.rows.item)
      let repeats = due.value != nil && item?.isDone == false && item?.rule?.isAfterCompletion == false
      save(
        submitted, ItemChanges(due: due), of: targets,
        saying: repeats ? "a new series begins at the new date" : nil)
    case .start(let targets):
      guard let start = start(text) else { return screen.notices.refuse("“\(text)” isn't a date") }
      if isAlready(start.value, targets, \.start) { return closeUnchanged() }
      save(submitted, ItemChanges(start: start), of: targets, saying: words(for: targets, startingAt: start.value))
    case .blockers(let targets): Ordering(screen).save(submitted, of: targets)
    case .every(let targets):
      guard let rule = rule(text) else { return screen.notices.refuse("“\(text)” isn't a repetition") }
      if isAlready(rule.value, targets, \.rule) { return closeUnchanged() }
      save(submitted, ItemChanges(rule: rule), of: targets)
    case .list(let targets):
      let list = screen.names.all.list(typed: text)
      save(submitted, ItemChanges(list: Replacement(list)), of: targets)
    }
  }

  /// Closes the prompt and says that nothing changed, so that nobody undoes an earlier change instead.
  private func closeUnchanged() {
    screen.layers.closePrompt()
    screen.notices.refuse("nothing changed")
  }

  /// Whether the only item has a value already; false if that is not known.
  private func isAlready<Value: Equatable>(
    _ value: Value?, _ targets: ItemTargets, _ current: (Item) -> Value?
  ) -> Bool {
    targets.only.flatMap(items.rows.item).map { current($0) == value } ?? false
  }

  private func saveTags(_ submitted: LinePrompt, of targets: ItemTargets) {
    let words = TagWords(submitted.field.text, before: submitted.initialText)
    if words.isEmpty { closeUnchanged() } else { save(submitted, words.changes, of: targets) }
  }

  /// - Parameter words: what is said once it is saved; nil for nothing.
  func save(_ submitted: LinePrompt, _ changes: ItemChanges, of targets: ItemTargets, saying words: String? = nil) {
    screen.layers.closePrompt()
    let (originals, now) = (submitted.original.map { [$0] } ?? [], screen.environment.now())
    Changing(screen).perform(on: targets, unselecting: submitted.isAboutSelection) {
      try await $0.updateItems(ids: targets.identifiers(), changes, from: originals, at: now)
    } saying: {
      words ?? items.words(for: targets, movedWith: $0)
    } completion: { [screen] result, isSelectedAgain in
      guard case .failure(let error) = result else { return }
      if case ItemError.noSuchItem = error, let original = submitted.original {
        return Adding(screen).addAgain(original, changes)
      }
      if case ItemError.changedMeanwhile = error { screen.notices.say(Self.words(afterConflict: submitted)) }
      var failed = submitted.refused(error)
      failed.isAboutSelection = isSelectedAgain
      Waiting(screen).restore(isSelectedAgain ? failed.aimed(at: items.targets) : failed)
    }
  }

  private static func words(afterConflict prompt: LinePrompt) -> String {
    if case .edit = prompt.purpose { return "Enter overwrites, Esc keeps theirs, and your text as a draft" }
    return "Enter overwrites, Esc keeps theirs"
  }

  /// Nil if it isn't a date.
  private func due(_ text: String) -> Replacement<Date>? {
    if text.meansNone { return Replacement.none }
    return DatePhrase.span(of: text, screen.environment.reference).map { .value($0.due) }
  }

  /// Nil if it isn't a date.
  private func start(_ text: String) -> Replacement<Due>? {
    if text.meansNone { return Replacement.none }
    let reference = screen.environment.reference
    return DatePhrase.span(of: text, reference).map { .value($0.start(in: reference.calendar)) }
  }

  /// What is said of items that can't be begun yet, which leave the agenda with that; nil if they can.
  private func words(for targets: ItemTargets, startingAt start: Due?) -> String? {
    guard let start, items.rows.dates.isToCome(start) else { return nil }
    return "\(items.words(for: targets)) \(targets.count == 1 ? "starts" : "start") \(items.rows.dates.exact(start))"
  }

  /// Nil if it isn't a repetition.
  private func rule(_ text: String) -> Replacement<RecurrenceRule>? {
    if text.meansNone { return Replacement.none }
    return RecurrencePhrase.rule(of: text, screen.environment.reference).map { .value($0) }
  }

  func cancel() {
    guard let prompt = screen.layers.prompt else { return }
    switch prompt.purpose {
    case .search: Searching(screen).cancel()
    case .new(let parent): close(prompt, keeping: .newItem(below: parent), for: parent == nil ? .add : .addSubitem)
    case .edit(let id): close(prompt, keeping: .title(of: id), for: .edit)
    default: screen.layers.closePrompt()
    }
  }

  /// Closes a line, and keeps what was typed until the command opens it again.
  private func close(_ prompt: LinePrompt, keeping draft: LayerStack.Draft, for command: Command) {
    screen.layers.closePrompt()
    guard prompt.isWorthKeeping else { return }
    screen.layers.keep(prompt, as: draft)
    let key = screen.keys.first(of: command) ?? command.entry.title
    screen.notices.answer("kept as a draft; \(key) brings it back")
  }
}

extension ItemList {
  /// What is said of items whose sub-items went along to another list; nil if none did.
  func words(for targets: ItemTargets, movedWith subitems: Int) -> String? {
    subitems > 0 ? "moved \(words(for: targets)) with \(Quantity(subitems, "sub-item"))" : nil
  }
}
