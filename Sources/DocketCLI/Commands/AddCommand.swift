import ArgumentParser
import DocketData
import DocketOutput
import Foundation
import SwiftData

/// `docket add`: adds one item.
struct AddCommand: TextCommand {
  static let commandName = "add"
  static let makesStore = true
  var hasEffect: Bool { true }
  static let configuration = help(
    "Add an item and print its number.",
    """
    The words are joined by single spaces. #tag, !high, @tomorrow, ~mon, >List, every:week and after:12 among them have \
    the meaning of the options, ~mon that of --start; a backslash before one of them, or --literal, makes it a part of the title. Put -- before a title that \
    starts with a dash. A sub-item that names no list gets that of its parent. On a terminal what was understood \
    stands behind the number.
    """)

  @OptionGroup var store: StoreOptions

  @Argument(help: ArgumentHelp("The title.", valueName: "title"), completion: ItemCompletion.newItem)
  var words: [String]

  @Option(
    parsing: .unconditionalSingleValue, help: "A tag, or several with commas between them; may be repeated.",
    completion: ItemCompletion.tags)
  var tag: [String] = []
  @OptionGroup var options: ItemOptions

  @Flag(help: "Take all words as the title.")
  var literal = false

  func validate() throws {
    let names = tag.flatMap(TagName.names)
    if let name = names.first(where: { $0.hasPrefix("-") }) {
      throw ValidationError("A tag of a new item can't begin with a dash, as '\(name)' does")
    }
    if let name = names.first(where: { (try? TagName($0)) == nil }) {
      throw ValidationError("A tag is one word of up to \(TagName.maxLength) characters, which '\(name)' is not")
    }
  }

  func rehearse(_ items: ItemAccess) async throws {
    // The present is used up by asking for it.
    _ = try await add(to: items.handler(), at: .first)
  }

  func output(_ items: ItemAccess, style: OutputStyle) async throws -> String {
    let handler = try await items.handler()
    let (typed, identifier) = try await add(to: handler)
    noteDoubts(typed)
    // It is added, whether it can be read again or not.
    guard OutputStyle.reachesPerson, let item = try? await handler.item(id: identifier) else {
      return [identifier].lines
    }
    noteDates(of: item)
    return style == .terminal ? ItemLine(item).text(width: TerminalColumns.current) : [identifier].lines
  }

  /// Tells a person what is hardly meant by the dates of an item.
  private func noteDates(of item: ItemValues) {
    guard OutputStyle(descriptor: STDERR_FILENO) == .terminal else { return }
    for doubt in item.doubts() {
      note("it \(doubt.words)", remedy: "change \(doubt.cause) with 'docket update \(item.number)'")
    }
  }

  /// - Parameter place: its place in the manual order; nil for behind all others.
  private func add(
    to handler: DataHandler, at place: OrderKey? = nil
  ) async throws -> (QuickAdd, PersistentIdentifier) {
    let typed = try await handler.quickAdd(words.joined(separator: " "), repeating: options.rule)
    var item = try newItem(typed, handler)
    if item.list == nil, options.list == nil, case .item(let parent) = item.parent {
      item.list = try await handler.item(id: parent).list
    }
    item.orderKey = place
    return (typed, try await handler.newItem(item))
  }

  /// Reports to a person what may be meant otherwise than it is read; programs may add any text.
  private func noteDoubts(_ typed: QuickAdd) {
    guard !literal, OutputStyle(descriptor: STDERR_FILENO) == .terminal else { return }
    let line = words.joined(separator: " ")
    let missed = MissedToken.all(in: line, typed.tokens)
    if let problem = missed.problem {
      let remedies = ["kept in the title"] + missed.remedies + ["--literal takes all words as they are"]
      note(problem, remedy: remedies.joined(separator: "; "))
    }
    // Lists are not doubted: the line that is printed has the name of a new one.
    for behind in WordsBehindToken.all(in: line, typed.tokens, DateReference()) {
      note("“\(behind.words)” stays in the title", remedy: behind.remedy)
    }
    for token in OverruledToken.all(in: line, typed.tokens) {
      note(token.note, remedy: "the last of its kind counts; --literal takes all words as they are")
    }
  }

  private func note(_ what: String, remedy: String) {
    StandardStreams.report(Notice(what: what, place: "docket \(Self.commandName)", remedy: remedy).line)
  }

  private func newItem(_ typed: QuickAdd, _ handler: DataHandler) throws -> NewItem {
    var item = try literal ? NewItem(title: words.joined(separator: " ")) : handler.newItem(of: typed)
    item.tags += tag.flatMap(TagName.names)
    let changes = try options.changes(handler, repeating: item.rule)
    if let notes = changes.notes { item.notes = notes }
    if let priority = changes.priority { item.priority = priority }
    if let due = changes.due { item.dueAt = due.value }
    if let start = changes.start { item.start = start.value }
    if let blockers = changes.blockers { item.blockers = blockers.isEmpty ? [] : item.blockers + blockers }
    item.blockers += changes.addedBlockers
    if let rule = changes.rule { item.rule = rule.value }
    if changes.due == nil { item.beginSeries() }
    if let list = changes.list { item.list = list.value }
    if let parent = changes.parent { item.parent = parent.value.map { .item($0) } }
    return item
  }
}
