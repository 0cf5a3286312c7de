import DocketData
import TerminalUI

/// The search, as it is typed.
extension ListScreen {
  func beginSearching() {
    listingBeforeSearch = listing
    if listing.search.isEmpty { placeBeforeSearch = list.selectedID }
    draft = Draft(.search, text: listing.search)
  }

  /// Shows what is found by what stands in the field, as far as that makes sense.
  func searchTextChanged() {
    guard let text = draft?.field.text, draft?.isSearch == true else { return }
    let search = SensibleSearch(text, reference)
    draft?.problem = search.problem
    var listing = listing
    listing.search = search.text
    // An order that was chosen stands until the search asks for another one.
    if search.text.contains("sort:") { listing.order = nil }
    // While a term is wrong, what the others find stays as it is.
    guard listing != self.listing else { return }
    try? show(listing)
    returning = placeBeforeSearch
  }

  /// Leaves the field with what was found.
  func endSearching() {
    guard draft?.problem == nil else { return refuse("mend what is marked first, or press Esc to clear the search") }
    closeDraft()
    countIfSettled()
  }

  /// Leaves the field, and shows what was shown before there was a search.
  func cancelSearching() {
    closeDraft()
    clearSearch()
    returning = placeBeforeSearch
  }

  /// Shows everything again; if nothing was found, with the cursor where it was.
  func clearSearch() {
    let foundNothing = list.selectedID == nil
    var listing = listing
    listing.search = ""
    listing.order = listing.order ?? listingBeforeSearch?.order
    try? show(listing)
    returning = foundNothing ? placeBeforeSearch : nil
  }

  /// Goes to the next row that was found, and from the last one to the first.
  func goToMatch(_ step: Int) {
    list.select { selection in
      guard selection.count > 0 else { return }
      selection.select(((selection.index ?? 0) + step + selection.count) % selection.count)
    }
  }
}
