import DocketConfiguration
import DocketData
import TerminalUI

/// The search: shows the matches after each letter that is typed.
@MainActor
struct Searching {
  private let screen: ListScreen

  init(_ screen: ListScreen) { self.screen = screen }

  private var items: ItemList { screen.items }

  var reasonNotToGoOn: String? {
    items.listing.search.isEmpty ? "there is no search; \(screen.keys.first(of: .search) ?? "search") starts one" : nil
  }

  func begin() {
    items.beginSearch()
    screen.layers.open(LinePrompt(.search, text: items.listing.search))
  }

  /// Follows the text of a search: shows the matches of the terms that are valid.
  func textChanged() {
    guard let prompt = screen.layers.prompt, prompt.isSearch else { return }
    let search = SensibleSearch(prompt.field.text, screen.environment.reference)
    screen.layers.edit { $0.problem = search.problem }
    let listing = items.listing(searching: search.text)
    // While a term is wrong, what the others find stays as it is.
    guard listing != items.listing else { return }
    try? Showing(screen).show(listing)
    items.returnToSearchOrigin()
  }

  /// Leaves the field; the matches stay.
  func end() {
    guard screen.layers.prompt?.problem == nil else {
      return screen.notices.refuse("fix the marked term first, or press Esc to clear the search")
    }
    screen.layers.closePrompt()
    items.count()
  }

  /// Leaves the field, and shows the list as it was before the search.
  func cancel() {
    screen.layers.closePrompt()
    clear()
    items.returnToSearchOrigin()
  }

  /// Shows everything again; if nothing was found, with the cursor where it was.
  func clear() {
    let foundNothing = items.view.selectedID == nil
    try? Showing(screen).show(items.listingWithoutSearch)
    if foundNothing { items.returnToSearchOrigin() }
  }
}

/// The valid terms of a search that is being typed.
///
/// So `is:opn milk` finds what `milk` finds, until the first term is right.
struct SensibleSearch {
  /// With more mistakes nothing is searched for: each costs another look at the text.
  private static let maxMistakes = 8

  /// The text without the terms that are wrong.
  private(set) var text: String
  /// The first mistake, with its place in the whole text.
  private(set) var problem: QueryError?

  /// - Complexity: O(length) for each mistake.
  init(_ text: String, _ reference: DateReference) {
    self.text = text
    for _ in 0..<Self.maxMistakes {
      guard let mistake = mistake(reference) else { return }
      problem = problem ?? mistake
      leaveOut(mistake.range)
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

  /// Takes out the term around a place, and the blanks after it.
  private mutating func leaveOut(_ range: Range<Int>) {
    let characters = Array(text)
    let head = characters[..<range.lowerBound].lastIndex(where: \.isWhitespace).map { $0 + 1 } ?? 0
    let end = characters[range.upperBound...].firstIndex(where: \.isWhitespace) ?? characters.count
    text = String(characters[..<head] + characters[end...].drop(while: \.isWhitespace))
  }
}

/// Shows other lists and orders, and moves in the panes.
@MainActor
struct Showing {
  private let screen: ListScreen

  init(_ screen: ListScreen) { self.screen = screen }

  // MARK: - What is shown

  /// Shows something else.
  ///
  /// - Throws: `QueryError` if it makes no sense; what is shown stays then.
  func show(_ listing: Listing) throws(QueryError) {
    try screen.items.show(listing, counting: !screen.layers.isSearching)
    if !screen.items.rows.isCurrent { screen.input.holdMoves() }
    screen.input.endAll()
  }

  /// Shows a filter without a search, in the order that was chosen.
  func show(_ filter: NamedQuery) {
    var listing = Listing(filter: filter)
    listing.order = screen.items.listing.order
    do { try show(listing) } catch { screen.notices.refuse("\(filter.name): \(error.message)") }
  }

  /// Shows a filter that was chosen in the sidebar, and goes to the list.
  func choose(_ filter: NamedQuery) {
    show(filter)
    screen.panes.focus(.list)
  }

  /// Puts an order before the one that the query asks for.
  func order(by order: ItemOrder) {
    // The query was parsed before, so it makes sense.
    try? show(screen.items.order(by: order))
  }

  // MARK: - Panes

  /// Moves in the pane that has the focus.
  func move(_ motion: Motion) {
    if screen.panes.focus == .list { screen.items.view.select { $0.move(motion) } } else { screen.panes.move(motion) }
  }

  /// Shows or hides the details; in the sidebar, shows what is under its cursor.
  func open() {
    guard screen.panes.focus == .sidebar else { return screen.panes.toggleDetail() }
    if let filter = screen.panes.sidebar.chosen { choose(filter) }
  }

  func toggleSidebar() {
    do {
      try screen.panes.toggleSidebar(screen.environment.reference)
    } catch {
      screen.changes.report(error, of: "sidebar")
    }
  }

  /// Gives the mouse to the program, or back to the terminal.
  func toggleMouse() {
    guard let isOurs = screen.terminal.toggleMouse() else { return }
    screen.notices.say(isOurs ? "mouse on; with Shift it selects text" : "mouse off")
  }
}
