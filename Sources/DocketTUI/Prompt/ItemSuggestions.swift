import DocketData
import SwiftData
import TerminalUI

/// Items whose titles have the words that end a text, for a field that takes numbers of items.
///
/// They are looked up in the background, one search at a time: letters typed meanwhile lead to one more.
@MainActor
final class ItemSuggestions {
  struct Suggestion: Hashable, Sendable {
    let number: Int64
    let title: String
  }

  /// What is known about the words of a field.
  enum Answer: Equatable {
    /// There are none.
    case noWords
    case searching
    case found([Suggestion])
  }

  private struct Question: Equatable {
    let words: String
    /// The items that are not wanted: those that wait, and those whose numbers are typed.
    let excluded: [Int64]
  }

  /// More have no room below the field.
  private static let maxCount = 6
  /// Of more items that wait, only so many are left out.
  private static let maxExcluded = 20

  private let changes: ChangeQueue
  private var onAnswer: (@MainActor () -> Void)?
  private var question: Question?
  private var answered: (question: Question, items: [Suggestion])?
  private var isSearching = false

  /// - Parameter changes: reads beside the changes.
  init(_ changes: ChangeQueue) { self.changes = changes }

  /// - Parameter onAnswer: called when a search has ended.
  func start(onAnswer: @escaping @MainActor () -> Void) { self.onAnswer = onAnswer }

  /// Forgets what was found, as a field opens: items have changed since.
  func reset() { (question, answered) = (nil, nil) }

  /// Searches for the words that end the text of a field, if it takes numbers of items.
  func update(for prompt: LinePrompt) {
    question = Self.question(of: prompt)
    searchIfNeeded()
  }

  /// What is known about the words of a field.
  func answer(for prompt: LinePrompt) -> Answer {
    guard let question = Self.question(of: prompt) else { return .noWords }
    return answered?.question == question ? .found(answered?.items ?? []) : .searching
  }

  /// The items that were found, to complete the text of a field with their numbers; nil if there are none.
  func completion(of prompt: LinePrompt) -> Completion? {
    guard case .found(let items) = answer(for: prompt), !items.isEmpty else { return nil }
    return Completion(
      after: String(ItemNumberWords.split(prompt.field.text).numbers),
      items.map { ("\($0.number)", "\($0.number) “\(TerminalText.beginning(of: $0.title, limit: 30))”") })
  }

  private static func question(of prompt: LinePrompt) -> Question? {
    let text = prompt.field.text
    guard case .blockers(let targets) = prompt.purpose, !text.meansNone, text.utf8.count <= PromptPreview.maxBytes
    else { return nil }
    let (numbers, words) = ItemNumberWords.split(text)
    guard !words.isEmpty else { return nil }
    let waiting = targets.identifiers(upTo: maxExcluded)?.compactMap(\.primaryKey) ?? []
    return Question(words: words, excluded: waiting + (ItemNumberWords.numbers(in: String(numbers)) ?? []))
  }

  private func searchIfNeeded() {
    guard let question, answered?.question != question, !isSearching else { return }
    isSearching = true
    Task {
      let limit = Self.maxCount + question.excluded.count
      let items = await changes.read { try await $0.openItems(titled: question.words, limit: limit) }
      isSearching = false
      // What can't be read is tried again with the next letter.
      if let items { answered = (question, Self.suggestions(items, question)) }
      if self.question != question { searchIfNeeded() }
      onAnswer?()
    }
  }

  private static func suggestions(_ items: [ItemValues], _ question: Question) -> [Suggestion] {
    items.filter { !question.excluded.contains($0.number) }.prefix(maxCount)
      .map { Suggestion(number: $0.number, title: $0.title) }
  }
}
