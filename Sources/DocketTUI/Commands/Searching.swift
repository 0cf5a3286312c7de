import DocketConfiguration
import DocketData
import TerminalUI

/// The search: shows the matches after each letter that is typed.
@MainActor
struct Searching {
  private let screen: ListScreen

  init(_ screen: ListScreen) { self.screen = screen }

  private var items: ItemList { screen.items }

  var reasonForNoMatch: String? {
    items.listing.search.isEmpty ? "there is no search; \(screen.keys.first(of: .search) ?? "search") starts one" : nil
  }

  func begin() {
    items.beginSearch()
    screen.layers.open(LinePrompt(searching: items.listing.search, after: screen.searches.entered))
  }

  /// Shows the matches of the valid terms.
  func textChanged() {
    guard let prompt = screen.layers.prompt, prompt.isSearch else { return }
    let search = SensibleSearch(prompt.field.text, screen.environment.reference)
    screen.layers.edit { $0.problem = search.problem }
    let listing = items.listing(searching: search.text)
    // While one term is wrong, the matches of the others stay.
    guard listing != items.listing else { return }
    try? screen.show(listing)
    items.returnToSearchOrigin()
  }

  /// Closes the field; the matches stay.
  func end() {
    guard screen.layers.prompt?.problem == nil else {
      return screen.notices.refuse("fix the marked term first, or press Esc to clear the search")
    }
    if let text = screen.layers.prompt?.field.text { screen.searches.note(text) }
    screen.layers.closePrompt()
    items.count()
  }

  /// Closes the field, and shows the list as it was before the search.
  func cancel() {
    screen.layers.closePrompt()
    clear()
    items.returnToSearchOrigin()
  }

  /// Shows everything again; after a search without matches, with the cursor where it was.
  func clear() {
    let foundNothing = items.view.selectedID == nil
    try? screen.show(items.listingWithoutSearch)
    if foundNothing { items.returnToSearchOrigin() }
  }
}

extension Searching {
  var reasonNotToSearchAll: String? {
    if let reasonForNoMatch { return reasonForNoMatch }
    guard !items.listing.canSearchAll else { return nil }
    return items.listing.context.map { "all items of the context \($0.name) are searched already" }
      ?? "all items are searched already"
  }

  /// Shows what the search finds in all items.
  func searchAll() {
    // The query was parsed before.
    try? screen.show(items.listing.searching(all: true))
    items.count()
  }
}

extension Searching {
  /// Goes one step back: from all items to those of the filter, and then to the list without a search.
  func goBack() {
    guard items.listing.searchesAll else { return clear() }
    // The query was parsed before.
    try? screen.show(items.listing.searching(all: false))
    items.count()
  }
}

/// The searches that were entered, for the arrows in the field.
@MainActor
final class SearchHistory {
  private(set) var entered = InputHistory(limit: 100)

  func note(_ text: String) { entered.add(text) }
}

/// The valid terms of a search that is being typed.
///
/// So `is:opn milk` finds what `milk` finds, until the first term is right.
struct SensibleSearch {
  /// A text with more is not searched for: each mistake costs another parse.
  private static let maxMistakes = 8

  /// The text without the wrong terms.
  private(set) var text: String
  /// The first mistake, with its place in the whole text.
  private(set) var problem: QueryError?

  /// - Complexity: O(length) for each mistake.
  init(_ text: String, _ reference: DateReference) {
    self.text = text
    for _ in 0..<Self.maxMistakes {
      guard let mistake = mistake(reference) else { return }
      problem = problem ?? mistake
      if let missing = mistake.missing { self.text += missing } else { leaveOut(mistake.range) }
    }
    if mistake(reference) != nil { self.text = "" }
  }

  private func mistake(_ reference: DateReference) -> QueryError? {
    do throws(QueryError) {
      _ = try ItemQuery(text, reference)
      return nil
    } catch {
      return error
    }
  }

  /// Removes the term around a place, and the blanks after it, but not the parentheses of its group.
  private mutating func leaveOut(_ range: Range<Int>) {
    let characters = Array(text)
    guard characters[range] != [")"] else {
      return text = String(characters[..<range.lowerBound] + characters[range.upperBound...])
    }
    var head = characters[..<range.lowerBound].lastIndex(where: \.isWhitespace).map { $0 + 1 } ?? 0
    var end = characters[range.upperBound...].firstIndex(where: \.isWhitespace) ?? characters.count
    while let opening = ["(", "-("].first(where: { characters[head..<range.lowerBound].starts(with: $0) }) {
      head += opening.count
    }
    while end > range.upperBound, characters[end - 1] == ")" { end -= 1 }
    text = String(characters[..<head] + characters[end...].drop(while: \.isWhitespace))
  }
}
