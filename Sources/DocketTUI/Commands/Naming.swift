import DocketConfiguration
import DocketData
import TerminalUI

/// Renames and deletes tags, lists and saved filters, and saves filters.
@MainActor
struct Naming {
  private let screen: ListScreen

  init(_ screen: ListScreen) { self.screen = screen }

  private var items: ItemList { screen.items }

  func beginRenaming() {
    guard let thing = screen.panes.sidebar.namedThing else { return }
    screen.layers.open(LinePrompt(.rename(thing), text: thing.name))
  }

  func rename(_ thing: NamedThing, _ submitted: LinePrompt) {
    let name = Self.name(submitted)
    screen.layers.closePrompt()
    guard name != thing.name else { return }
    screen.changes.perform {
      try await thing.rename(to: name, $0)
    } completion: { result in
      guard case .success = result else { return Waiting(screen).restore(submitted) }
      screen.notices.say("Renamed “\(thing.name)” to “\(name)”", offering: .undo)
      if items.listing.filter.query == thing.query.query { Showing(screen).show(thing.query(named: name)) }
    }
  }

  private static func name(_ submitted: LinePrompt) -> String {
    submitted.field.text.trimmingCharacters(in: .whitespaces)
  }

  /// Asks how many items it is about, and deletes.
  func askToDelete() {
    guard let thing = screen.panes.sidebar.namedThing else { return }
    let reference = screen.environment.reference
    var count: (@Sendable (DataHandler) async throws -> Int)?
    if thing.hasItems {
      count = { try await $0.itemCount(matching: ItemQuery(thing.query.query, reference)) }
    }
    let isShared = if case .list(let name) = thing { screen.sync.sharedLists.contains(name) } else { false }
    func question(_ items: Int?) -> String {
      "Delete \(thing.words)\(isShared ? " for all who share it" : "")? "
        + Self.words(for: items, of: thing, with: isShared ? " with you only" : "")
    }
    Deleting.ask(
      question(nil), answering: .deleteNamed(thing), in: screen, count: count, question: { question($0) })
  }

  /// - Parameter keeper: who has the items then, if not all do.
  private static func words(for items: Int?, of thing: NamedThing, with keeper: String) -> String {
    guard let items else { return "The items stay\(keeper)." }
    let isTag = if case .tag = thing { true } else { false }
    switch items {
    case 0: return "No item \(isTag ? "has it" : "is on it")."
    case 1: return "1 item \(isTag ? "has it" : "is on it"), and stays\(keeper)."
    default: return "\(items.grouped) items \(isTag ? "have it" : "are on it"), and stay\(keeper)."
    }
  }

  func delete(_ thing: NamedThing) {
    screen.changes.perform {
      try await thing.delete($0)
    } completion: { result in
      guard case .success = result else { return }
      screen.notices.say("deleted \(thing.words)", offering: .undo)
      if items.listing.filter.query == thing.query.query { Showing(screen).show(NamedQuery(name: "", query: "")) }
    }
  }

  var reasonNotToSave: String? {
    guard items.query.text.isEmpty, items.listing.order == nil else { return nil }
    return "there is no search to save; \(screen.keys.first(of: .search) ?? "search") starts one"
  }

  func beginSavingFilter() { screen.layers.open(LinePrompt(.saveFilter(queryAsTyped))) }

  /// Filter, search and order as one query.
  private var queryAsTyped: String {
    items.listing.order.map(items.query.text(orderedBy:)) ?? items.query.text
  }

  func saveFilter(_ query: String, _ submitted: LinePrompt) {
    let name = Self.name(submitted)
    screen.layers.closePrompt()
    screen.changes.perform {
      try await $0.saveFilter(name, query: query)
    } completion: { result in
      guard case .success(let isReplaced) = result else { return Waiting(screen).restore(submitted) }
      let shows = screen.keys.first(of: .filters).map { "; \($0) shows it" } ?? ""
      screen.notices.say("\(isReplaced ? "replaced" : "saved") the filter “\(name)”\(shows)", offering: .undo)
      goTo(NamedQuery(name: name, query: query))
    }
  }

  /// Shows the list under its new name, unless another one is shown by now.
  private func goTo(_ filter: NamedQuery) {
    guard queryAsTyped == filter.query, screen.layers.prompt?.isSearch != true else { return }
    var listing = Listing(filter: filter)
    listing.context = items.listing.context
    items.noteSaved(as: filter)
    try? screen.show(listing)
    screen.panes.sidebar.select(filter)
  }

  /// Shows the list as it was before its filter was saved, if an undo or a redo took that filter; under the new name, if
  /// it has another one now.
  func follow(_ changes: FilterChanges) {
    var listing = items.listing
    guard changes.lost.contains(listing.filter), screen.layers.prompt?.isSearch != true else { return }
    let query = listing.filter.query
    if let renamed = changes.new.first(where: { $0.query == query }) {
      listing.filter = renamed
    } else if listing.search.isEmpty, var before = items.listingBeforeSaving(listing.filter) {
      before.context = listing.context
      listing = before
    } else {
      listing.filter = NamedQuery(name: query, query: query)
    }
    // Its query was parsed before.
    try? screen.show(listing)
  }
}

/// The saved filters that an undo or a redo took, and those that it made.
struct FilterChanges: Sendable {
  let lost: [NamedQuery]
  let new: [NamedQuery]

  init(from old: [NamedQuery], to new: [NamedQuery]) {
    lost = old.filter { !new.contains($0) }
    self.new = new.filter { !old.contains($0) }
  }
}
