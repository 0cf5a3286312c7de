import DocketData
import Foundation
import TerminalUI

/// The names that complete the end of a text, to be gone through one after the other.
struct Completion: Hashable, Sendable {
  /// The text before the names.
  let beginning: String
  /// The names, as they are written in the text.
  let candidates: [String]
  private var index = -1

  /// - Returns: nil if nothing completes the text.
  init?(of text: String, _ purpose: LinePrompt.Purpose, _ names: CompletionNames) {
    let start = purpose.isOneName ? text.startIndex : text.lastIndex { $0.isWhitespace }.map(text.index(after:))
    let word = text[(start ?? text.startIndex)...]
    guard let (sign, known) = purpose.names(for: word, names) else { return nil }
    beginning = String(text[..<word.startIndex]) + sign
    let typed = word.dropFirst(sign.count)
    let matching = known.filter { $0.localizedLowercase.hasPrefix(typed.localizedLowercase) && $0 != typed }
    candidates = matching.map { sign == ">" && $0.contains(where: \.isWhitespace) ? "\"\($0)\"" : $0 }
    if candidates.isEmpty { return nil }
  }

  /// The text with the next name.
  mutating func next() -> String {
    index = (index + 1) % candidates.count
    return beginning + candidates[index]
  }
}

extension LinePrompt.Purpose {
  /// Whether names in its text can be completed.
  var hasNames: Bool {
    switch self {
    case .new, .tags, .list: true
    case .edit, .search, .due, .rename, .saveFilter: false
    }
  }

  /// Whether the whole text is one name.
  fileprivate var isOneName: Bool {
    if case .list = self { true } else { false }
  }

  /// The names for a word, and the sign that stays before them.
  fileprivate func names(for word: Substring, _ names: CompletionNames) -> (sign: String, known: [String])? {
    switch self {
    case .new where word.hasPrefix("#"): ("#", names.tags)
    case .new where word.hasPrefix(">"): (">", names.lists)
    case .tags: (word.first.map { "-#".contains($0) ? String($0) : "" } ?? "", names.tags)
    case .list: ("", names.lists)
    case .new, .edit, .search, .due, .rename, .saveFilter: nil
    }
  }
}

// MARK: - Names

/// The names that a text can be completed with.
struct CompletionNames: Hashable, Sendable {
  let tags: [String]
  let lists: [String]
  /// The lists by the keys of their names.
  private let listsByKey: [String: String]

  init(tags: [String] = [], lists: [String] = []) {
    (self.tags, self.lists) = (tags, lists)
    listsByKey = Dictionary(lists.map { (TagName.key(of: $0), $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The name of a list as it is written, by its key.
  func list(key: String) -> String? { listsByKey[key] }

  func hasList(_ name: String) -> Bool { list(key: TagName.key(of: name)) != nil }

  /// Whether a text takes items off their lists, and is not the name of a list.
  func meansNoList(_ text: String) -> Bool { text.meansNone && !hasList(text) }
}

extension String {
  /// Whether a text in a field removes a value.
  var meansNone: Bool {
    let text = trimmingCharacters(in: .whitespaces)
    return text.isEmpty || text.lowercased() == "none"
  }
}

// MARK: - Live names

/// The names of tags, lists and filters with their numbers, and the last completion.
///
/// Names are read and looked through once for each change, not for each frame.
@MainActor
final class LiveNames {
  /// How often the names were read, for tests.
  private(set) var readCount = 0
  /// How often they were looked through for what completes a text, for tests.
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

  /// What a completion depends on, beside the names.
  private struct Question: Equatable {
    let label: String
    let text: String
  }

  init(_ environment: ListScreen.Environment) { self.environment = environment }

  /// Begins to tell when names have changed.
  func start(_ events: @escaping ScreenEvents) { self.events = events }

  /// The numbers of lists, tags and filters, followed from when they are first asked for.
  var counts: LiveCounts? {
    if live == nil { live = try? LiveCounts(context: environment.context, reference: environment.reference) }
    return live
  }

  /// The names that there are; empty until they have been read.
  ///
  /// - Complexity: linear in their number after each change of them, otherwise O(1).
  var all: CompletionNames { names(counts) }

  private func names(_ live: LiveCounts?) -> CompletionNames {
    if let names { return names }
    guard let live else { return CompletionNames() }
    readCount += 1
    let read = region.draw { CompletionNames(tags: live.tagNames, lists: live.listNames) }
    names = read
    return read
  }

  /// What completes a text that is being typed; counting is not begun for it.
  ///
  /// - Complexity: linear in the number of names when the text or the names have changed.
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
