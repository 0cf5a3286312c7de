import DocketData
import Foundation
import TerminalUI

/// The names that complete the end of a text, one after the other.
struct Completion: Hashable, Sendable {
  let beginning: String
  /// As they are written in the text.
  private let candidates: [String]
  /// As they are shown below it.
  let labels: [String]
  private var index = -1

  /// - Parameters:
  ///   - beginning: what stands before the candidates.
  ///   - candidates: each as it is written, and as it is shown.
  init(after beginning: String, _ candidates: [(text: String, label: String)]) {
    self.beginning = beginning
    self.candidates = candidates.map(\.text)
    labels = candidates.map(\.label)
  }

  /// - Returns: nil if nothing completes the text.
  init?(of text: String, _ purpose: LinePrompt.Purpose, _ names: CompletionNames) {
    if case .search = purpose {
      guard let (beginning, candidates) = Self.completing(query: text, names) else { return nil }
      (self.beginning, self.candidates, labels) = (beginning, candidates, candidates)
      return
    }
    let start = purpose.isOneName ? text.startIndex : text.lastIndex { $0.isWhitespace }.map(text.index(after:))
    let word = text[(start ?? text.startIndex)...]
    guard let (sign, known) = purpose.names(for: word, names) else { return nil }
    beginning = String(text[..<word.startIndex]) + sign
    let isWord = sign == ">" || sign == QuickAdd.everyMark
    let typed = word.dropFirst(sign.count).drop { isWord && $0 == "\"" }
    // A name that is complete stays as it is; one that begins with it is offered once more of that is typed.
    if purpose.namesAreKnown(sign), known.contains(where: { TagName.key(of: $0) == TagName.key(of: String(typed)) }) {
      return nil
    }
    let matching = known.filter { $0.localizedLowercase.hasPrefix(typed.localizedLowercase) && $0 != typed }
    candidates = matching.map { isWord && $0.contains(where: \.isWhitespace) ? "\"\($0)\"" : $0 }
    labels = candidates
    if candidates.isEmpty { return nil }
  }

  /// - Returns: nil if nothing completes the query.
  private static func completing(query text: String, _ names: CompletionNames) -> (String, [String])? {
    let query = QueryCompletion(of: text)
    let known: [String] =
      switch query.kind {
      case .term: QueryCompletion.terms.map(\.text)
      case .tag: names.tags
      case .list: names.lists
      case .value(let values): values
      case .item, .extra: []
      }
    let typed = query.typed.localizedLowercase
    let matching = known.filter { $0.localizedLowercase.hasPrefix(typed) && $0 != query.typed }
    // A term goes on with its value, and what is a name may need quotation marks.
    let candidates = matching.map { query.isName ? String(query.text(naming: $0).dropFirst(query.head.count)) : $0 }
    return typed.isEmpty && query.kind == .term || candidates.isEmpty ? nil : (query.head, candidates)
  }

  /// Whether there is nothing to go through.
  var isOnlyOne: Bool { candidates.count == 1 }

  mutating func next() -> String {
    index = (index + 1) % candidates.count
    return beginning + candidates[index]
  }
}

extension LinePrompt.Purpose {
  /// Whether its text contains names.
  var hasNames: Bool {
    switch self {
    case .new, .tags, .every, .list, .search: true
    case .edit, .due, .start, .blockers, .rename, .saveFilter, .share, .join: false
    }
  }

  /// Whether the words with a sign are names of tags or lists, and not examples.
  fileprivate func namesAreKnown(_ sign: String) -> Bool {
    switch self {
    case .new: sign == "#" || sign == ">"
    case .tags, .list: true
    default: false
    }
  }

  /// Whether the whole text is one name.
  fileprivate var isOneName: Bool {
    switch self {
    case .list, .every: true
    default: false
    }
  }

  /// The names for a word, and the sign before them.
  fileprivate func names(for word: Substring, _ names: CompletionNames) -> (sign: String, known: [String])? {
    switch self {
    // One that is a number would be understood as a word.
    case .new where word.hasPrefix("#"): ("#", names.tags.filter { !$0.allSatisfy(\.isNumber) })
    case .new where word.hasPrefix(">"): (">", names.lists)
    // What is understood already is said in words instead.
    case .new where word.hasPrefix(QuickAdd.everyMark) && !word.isRepetition:
      (QuickAdd.everyMark, RecurrencePhrase.examples)
    case .every: ("", RecurrencePhrase.examples)
    case .tags: (word.first.map { "-#".contains($0) ? String($0) : "" } ?? "", names.tags)
    case .list: ("", names.lists)
    case .new, .edit, .search, .due, .start, .blockers, .rename, .saveFilter, .share, .join: nil
    }
  }
}

extension Substring {
  /// Whether it is a token such as `every:week`.
  fileprivate var isRepetition: Bool { RecurrencePhrase.rule(of: dropFirst(QuickAdd.everyMark.count)) != nil }
}

// MARK: - Names

struct CompletionNames: Hashable, Sendable {
  let tags: [String]
  let lists: [String]
  /// By the keys of their names.
  private let listsByKey: [String: String]

  init(tags: [String] = [], lists: [String] = []) {
    (self.tags, self.lists) = (tags, lists)
    listsByKey = Dictionary(lists.map { (TagName.key(of: $0), $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The spelling of a list's name.
  func list(key: String) -> String? { listsByKey[key] }

  func hasList(_ name: String) -> Bool { list(key: TagName.key(of: name)) != nil }

  /// The list that was typed, with or without its mark; nil for none.
  func list(typed text: String) -> String? {
    ListName.typed(text, isList: hasList).flatMap { $0.isEmpty ? nil : $0 }
  }
}

extension String {
  /// Whether the text removes a value.
  var meansNone: Bool {
    let text = trimmingCharacters(in: .whitespaces)
    return text.isEmpty || text.lowercased() == "none"
  }
}

// MARK: - Live names

/// The live names of tags, lists and filters, and the last completion.
///
/// Names are read once for each change, not for each frame.
@MainActor
final class LiveNames {
  /// For tests.
  private(set) var readCount = 0
  /// For tests.
  private(set) var searchCount = 0

  private let environment: ListScreen.Environment
  private var live: LiveCounts?
  private var events: ScreenEvents?
  private var names: CompletionNames?
  private var found: (question: Question, answer: Completion?)?
  private lazy var region = ObservedRegion { [weak self] in
    self?.forget()
    self?.events?(.redraw)
  }

  /// What a completion depends on, besides the names.
  private struct Question: Equatable {
    let label: String
    let text: String
  }

  init(_ environment: ListScreen.Environment) { self.environment = environment }

  func start(_ events: @escaping ScreenEvents) { self.events = events }

  /// Counted from their first use on.
  var counts: LiveCounts? {
    if live == nil { live = try? LiveCounts(context: environment.context, reference: environment.queryReference) }
    return live
  }

  /// Those of the items within a scope, for as long as somebody keeps them; nil for all items.
  func counts(within scope: NamedQuery?) -> LiveCounts? {
    guard let scope else { return counts }
    return try? LiveCounts(context: environment.context, reference: environment.queryReference, within: scope)
  }

  /// Empty until they are read.
  ///
  /// - Complexity: linear after each change, otherwise O(1).
  var all: CompletionNames { names(counts) }

  private func names(_ live: LiveCounts?) -> CompletionNames {
    if let names { return names }
    guard let live else { return CompletionNames() }
    readCount += 1
    let read = region.draw { CompletionNames(tags: live.tags.map(\.name), lists: live.lists.map(\.name)) }
    names = read
    return read
  }

  /// What completes a prompt; does not begin counting.
  ///
  /// - Complexity: linear in the names when text or names changed.
  func completion(of prompt: LinePrompt) -> Completion? {
    guard prompt.purpose.hasNames else { return nil }
    let names = names(live)
    let question = Question(label: prompt.label, text: prompt.field.text)
    if let found, found.question == question { return found.answer }
    searchCount += 1
    let answer = Completion(of: prompt.field.text, prompt.purpose, names)
    found = (question, answer)
    return answer
  }

  private func forget() { (names, found) = (nil, nil) }
}

extension QueryCompletion {
  fileprivate var isName: Bool { kind == .tag || kind == .list }
}
