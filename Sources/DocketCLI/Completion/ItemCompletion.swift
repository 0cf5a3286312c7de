import ArgumentParser
import DocketConfiguration
import DocketData
import Foundation

/// The completions that only the store knows: numbers of items, tags, lists, saved filters, terms of queries.
///
/// The shell asks by starting this program. Whatever goes wrong, the answer is that there is nothing: a person who
/// presses Tab can't read an error.
enum ItemCompletion {
  /// The numbers of items, or the last of some with commas between them; of the items that the command can change.
  static let numbers = asking { request, store in
    let typed = request.word.value
    let digits = String(typed.suffix { $0 != "," })
    guard digits.allSatisfy(\.isNumber) else { return [] }
    let repeats = [SkipCommand.commandName, EndCommand.commandName].contains(request.command)
    let state: ItemState? =
      switch request.command {
      case DoneCommand.commandName: DoneCommand.state
      case ReopenCommand.commandName: ReopenCommand.state
      default: repeats ? .open : nil
      }
    return try items(store, digits, state, repeating: repeats, after: String(typed.dropLast(digits.count)))
  }

  /// The number of one item, or none.
  static let parent = asking { request, store in
    let none = [CompletionAnswer(value: "none")].filter { $0.value.hasPrefix(request.word.value) }
    guard request.word.value.allSatisfy(\.isNumber) else { return none }
    return try items(store, request.word.value, nil, after: "") + none
  }

  /// The numbers of items to wait for, with a sign before the first of them.
  static let blockers = asking { request, store in
    let typed = request.word.value
    let digits = String(typed.suffix { !"+-,".contains($0) })
    guard digits.allSatisfy(\.isNumber) else { return "none".hasPrefix(typed) ? [CompletionAnswer(value: "none")] : [] }
    return try items(store, digits, .open, after: String(typed.dropLast(digits.count)))
  }

  /// The last of some tags, with a sign before it and commas between them.
  static let tags = asking { request, store in
    let typed = request.word.value
    let last = String(typed.suffix { $0 != "," })
    let sign = last.first.map { "+-".contains($0) ? String($0) : "" } ?? ""
    let head = typed.dropLast(last.count) + sign
    return try store().tags(beginning: String(last.dropFirst(sign.count)), limit: CompletionRequest.limit)
      .map { CompletionAnswer(value: head + $0) }
  }

  /// The name of a list.
  static let list = asking { request, store in
    try store().lists(beginning: request.word.value, limit: CompletionRequest.limit).map { CompletionAnswer(value: $0) }
  }

  /// A term of a query, in a word that may have several.
  static let query = asking { try terms(of: $0.word.value, $1) }

  /// A whole query: the saved ones until something is typed, and the terms that its last word may become.
  static let wholeQuery = asking { try queries($0.word.value, $1) }

  /// The name of a filter, or a whole query.
  static let filter = asking { request, store in
    let typed = request.word.value
    let names = filters(store).filter { $0.name.lowercased().hasPrefix(typed.lowercased()) }
    return names.map { CompletionAnswer(value: $0.name, meaning: $0.query) } + (try queries(typed, store))
  }

  /// The marks of a new item: `#tag`, `>list`, `!high`, `every:week`, `after:12`.
  static let newItem = asking { request, store in
    let typed = request.word.value
    switch typed.first {
    case "#":
      return try store().tags(beginning: String(typed.dropFirst()), limit: CompletionRequest.limit)
        .map { CompletionAnswer(value: "#" + $0) }
    case ">":
      return try store().lists(beginning: String(typed.dropFirst().drop { $0 == "\"" }), limit: CompletionRequest.limit)
        .map { CompletionAnswer(value: $0.contains(where: \.isWhitespace) ? ">\"\($0)\"" : ">" + $0) }
    case "!": return words(Priority.allCases.map { "!" + $0.name }, typed)
    case _ where typed.hasPrefix("after:"):
      let digits = String(typed.dropFirst(6))
      return digits.allSatisfy(\.isNumber) ? try items(store, digits, .open, after: "after:") : []
    case _ where typed.hasPrefix("every:"):
      return words(RecurrencePhrase.examples.filter { !$0.contains(" ") }.map { "every:" + $0 }, typed)
    default: return []
    }
  }

  /// The commands of the program that syncs.
  static let sync = asking { request, _ in
    // Its own arguments are its own affair.
    request.isFirst(after: "sync") ? words(SyncCommand.commands, request.word.value) : []
  }

  // MARK: - What is known

  private typealias Store = () throws -> StoreSnapshot

  private static func items(
    _ store: Store, _ digits: String, _ state: ItemState?, repeating: Bool = false, after head: String
  ) throws -> [CompletionAnswer] {
    try store().items(numbered: digits, state, repeating: repeating, limit: CompletionRequest.limit)
      .map { CompletionAnswer(value: "\(head)\($0.number)", meaning: $0.title) }
  }

  private static func terms(of text: String, _ store: Store) throws -> [CompletionAnswer] {
    let completion = QueryCompletion(of: text)
    let (head, typed) = (completion.head, completion.typed)
    switch completion.kind {
    case .term:
      return QueryCompletion.terms.filter { $0.text.hasPrefix(typed.lowercased()) }
        .map { CompletionAnswer(value: head + $0.text, meaning: $0.meaning, goesOn: true) }
    case .value(let values): return words(values, typed.lowercased(), after: head)
    case .item(let others):
      let numbers = typed.allSatisfy(\.isNumber) ? try items(store, typed, .open, after: head) : []
      return numbers + words(others, typed.lowercased(), after: head)
    case .tag:
      return try store().tags(beginning: typed, limit: CompletionRequest.limit)
        .map { CompletionAnswer(value: completion.text(naming: $0)) }
    case .list:
      return try store().lists(beginning: typed, limit: CompletionRequest.limit)
        .map { CompletionAnswer(value: completion.text(naming: $0)) }
    case .extra:
      return try store().extraNames(beginning: typed, limit: CompletionRequest.limit)
        .map { CompletionAnswer(value: completion.text(naming: $0), goesOn: true) }
    }
  }

  private static func words(_ words: [String], _ typed: String, after head: String = "") -> [CompletionAnswer] {
    words.filter { $0.hasPrefix(typed) }.map { CompletionAnswer(value: head + $0) }
  }

  private static func queries(_ typed: String, _ store: Store) throws -> [CompletionAnswer] {
    let saved = typed.isEmpty ? filters(store).filter { !$0.query.isEmpty } : []
    return saved.map { CompletionAnswer(value: $0.query, meaning: $0.name) } + (try terms(of: typed, store))
  }

  private static func filters(_ store: Store) -> [NamedQuery] {
    let saved = (try? store().filters(limit: CompletionRequest.limit)) ?? []
    return (try? FilterOption.all(and: saved)) ?? NamedQuery.standard + saved
  }

  // MARK: - Asking

  private static func asking(
    _ answer: @escaping @Sendable (CompletionRequest, Store) throws -> [CompletionAnswer]
  ) -> CompletionKind {
    .custom { words, index, prefix in
      let names = [
        "DOCKET_STORE", "XDG_DATA_HOME", "HOME", "DOCKET_COMP_LINE", "DOCKET_COMP_BREAKS", "DOCKET_COMP_TYPE",
      ]
      guard let environment = try? EnvironmentValue.read(names) else { return [] }
      let request = CompletionRequest(words, index, prefix, environment: environment)
      return request.lines((try? answer(request) { try snapshot(request, environment) }) ?? [])
    }
  }

  /// The store that the line names, else the one that the environment does.
  private static func snapshot(
    _ request: CompletionRequest, _ environment: [String: String]
  ) throws -> StoreSnapshot {
    if request.words.contains("--preview") { throw CocoaError(.fileNoSuchFile) }
    var path = request.value(of: "--store")
    // The shell would replace it before it starts the command.
    if let named = path, named.hasPrefix("~/"), let home = environment["HOME"] { path = home + named.dropFirst() }
    return try StoreSnapshot(of: StorePath(explicit: path, environment: environment).url)
  }
}

extension String {
  /// The characters at the end that have a property.
  fileprivate func suffix(_ predicate: (Character) -> Bool) -> Substring {
    self[(lastIndex { !predicate($0) }.map(index(after:)) ?? startIndex)...]
  }
}
