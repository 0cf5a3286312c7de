import DocketData
import TerminalUI

/// Names of tags, lists and saved filters.
extension ListScreen {
  func beginRenaming() {
    guard let thing = panes.sidebar.namedThing else { return }
    draft = Draft(.rename(thing), text: thing.name)
  }

  func rename(_ thing: NamedThing, _ submitted: Draft) {
    let name = submitted.field.text.trimmingCharacters(in: .whitespaces)
    closeDraft()
    guard name != thing.name else { return }
    actions.perform {
      try await thing.rename(to: name, $0)
    } completion: { [weak self] result in
      guard let self else { return }
      guard case .success = result else { return restore(submitted) }
      say("\(thing.words) is “\(name)” now", offering: .undo)
      if listing.filter.query == thing.query.query { show(thing.query(named: name)) }
    }
  }

  /// Deletes after a question that says how many items it is about.
  func askToDeleteNamedThing() {
    guard let thing = panes.sidebar.namedThing else { return }
    askToDelete(Self.question(about: thing, items: nil), answering: .deleteNamed(thing))
    if case .filter = thing { return }
    let reference = reference
    countWhileAsking {
      try await $0.itemCount(matching: ItemQuery(thing.query.query, reference))
    } question: { _, items in
      Self.question(about: thing, items: items)
    }
  }

  private static func question(about thing: NamedThing, items: Int?) -> String {
    "Delete \(thing.words)? \(words(for: items, of: thing))"
  }

  private static func words(for items: Int?, of thing: NamedThing) -> String {
    guard let items else { return "The items stay." }
    let verb = if case .tag = thing { items == 1 ? "has it" : "have it" } else { items == 1 ? "is on it" : "are on it" }
    switch items {
    case 0: return "No item \(verb == "have it" ? "has it" : "is on it")."
    case 1: return "1 item \(verb), and stays."
    default: return "\(items.grouped) items \(verb), and stay."
    }
  }

  func delete(_ thing: NamedThing) {
    actions.perform {
      try await thing.delete($0)
    } completion: { [weak self] result in
      guard let self, case .success = result else { return }
      say("deleted \(thing.words)", offering: .undo)
      if listing.filter.query == thing.query.query { show(NamedQuery(name: "", query: "")) }
    }
  }

  /// Asks for the name that what is shown is to have amongst the filters.
  func beginSavingFilter() { draft = Draft(.saveFilter(queryAsTyped)) }

  /// Filter, search and order that are shown, as one query.
  private var queryAsTyped: String {
    guard let order = listing.order else { return query.text }
    let text = Array(query.text)
    // All but the orders, each as it was typed.
    let terms = query.terms.map { String(text[$0.range]) }
    return (terms.map(\.closed) + ["sort:\(order.typed)"]).joined(separator: " ")
  }

  func saveFilter(_ query: String, _ submitted: Draft) {
    let name = submitted.field.text.trimmingCharacters(in: .whitespaces)
    closeDraft()
    actions.perform {
      let key = TagName.key(of: name)
      let saved = try await $0.filters().dropFirst(NamedQuery.standard.count)
      let isKnown = saved.contains { TagName.key(of: $0.name) == key }
      try await $0.saveFilter(name, query: query)
      return isKnown
    } completion: { [weak self] result in
      guard let self else { return }
      guard case .success(let isKnown) = result else { return restore(submitted) }
      let shows = keys.keys(of: .filters).first.map { "; \($0) shows it" } ?? ""
      say("\(isKnown ? "replaced" : "saved") the filter “\(name)”\(shows)", offering: .undo)
      goTo(NamedQuery(name: name, query: query))
    }
  }

  /// Shows what is shown by the name that it has now, unless it is something else by now.
  private func goTo(_ filter: NamedQuery) {
    guard queryAsTyped == filter.query, draft?.isSearch != true else { return }
    try? show(Listing(filter: filter))
    panes.sidebar.select(filter)
  }
}
