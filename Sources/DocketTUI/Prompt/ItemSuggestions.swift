import DocketData
import SwiftData

/// Items whose titles or notes have the words that end a text, for a field that takes numbers of items.
///
/// They are searched in the background, on a handler of their own; the next letter cancels a search.
@MainActor
final class ItemSuggestions {
  struct Suggestion: Hashable, Sendable {
    let number: Int64
    let title: String
  }

  /// What was found for some words.
  struct Found: Hashable, Sendable {
    let words: String
    let items: [Suggestion]
  }

  /// More have no room below the field.
  private static let maxCount = 6

  private let createHandler: ChangeQueue.HandlerFactory
  private(set) var found: Found?
  private var wanted = ""
  private var search: Task<Void, Never>?

  init(createHandler: @escaping ChangeQueue.HandlerFactory) { self.createHandler = createHandler }

  /// Searches for the words that end a text, unless that was done.
  ///
  /// - Parameters:
  ///   - targets: items that are not wanted.
  ///   - changed: called once something was found, or nothing.
  func update(for text: String, except targets: ItemTargets, _ changed: @escaping @MainActor () -> Void) {
    let words = ItemNumberWords.split(text).words
    guard words != wanted else { return }
    wanted = words
    search?.cancel()
    guard !words.isEmpty, words.utf8.count <= PromptPreview.maxBytes else { return found = nil }
    let createHandler = createHandler
    search = Task { [weak self] in
      let items = await Self.items(having: words, createHandler)
      guard let self, !Task.isCancelled else { return }
      let others = items.filter { !targets.contains($0.id) }.prefix(Self.maxCount)
      found = Found(words: words, items: others.map { Suggestion(number: $0.number, title: $0.title) })
      changed()
    }
  }

  /// Open items that have the words, none if they make no query.
  private static func items(
    having words: String, _ createHandler: @escaping ChangeQueue.HandlerFactory
  ) async -> [ItemValues] {
    guard let query = try? ItemQuery("is:open \(words)") else { return [] }
    let search = Task.detached { try await createHandler().items(matching: query, limit: maxCount + 1) }
    return await withTaskCancellationHandler {
      (try? await search.value) ?? []
    } onCancel: {
      search.cancel()
    }
  }
}
