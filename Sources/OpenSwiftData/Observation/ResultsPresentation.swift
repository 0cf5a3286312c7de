/// What an observer shows: the newest state, as collections of models.
struct ResultsPresentation<Element: PersistentModel, SectionTitle: Hashable> {
  private let window: ResultsWindow<Element>
  private let sectioning: ResultsSectioning<SectionTitle>?
  /// The order of the rows, the section column first.
  var order: [SelectQuery.SortColumn]

  private(set) var results: FetchResultsCollection<Element>
  private(set) var sections: SectionedResults<Element, SectionTitle>?
  private(set) var isComplete = false
  var error: (any Error)?

  init(
    window: ResultsWindow<Element>, sectioning: ResultsSectioning<SectionTitle>?, order: [SelectQuery.SortColumn]
  ) {
    self.window = window
    self.sectioning = sectioning
    self.order = order
    results = FetchResultsCollection(keys: OrderedKeys(), source: window)
    sections = divided(SectionRuns())
  }

  /// Shows a state; one that says what failed leaves the rest as it was.
  mutating func take(_ state: ResultsState) {
    error = state.error
    guard state.error == nil else { return }
    results = FetchResultsCollection(keys: state.keys, source: window)
    sections = divided(state.sections ?? SectionRuns())
    isComplete = state.isComplete
  }

  private func divided(_ runs: SectionRuns) -> SectionedResults<Element, SectionTitle>? {
    sectioning.map {
      SectionedResults(results, runs, sectioning: $0, isAscending: order.first?.isAscending ?? true)
    }
  }
}
