/// What an observer shows: the newest state, as collections of models.
struct ResultsPresentation<Element: PersistentModel, SectionTitle: Hashable> {
  private let window: ResultsWindow<Element>
  private let sectioning: ResultsSectioning<SectionTitle>?
  /// The section column as the rows are ordered by it.
  var column: SectionColumn?

  private(set) var results: FetchResultsCollection<Element>
  private(set) var sections: SectionedResults<Element, SectionTitle>?
  private(set) var isComplete = false
  var error: (any Error)?

  init(
    window: ResultsWindow<Element>, sectioning: ResultsSectioning<SectionTitle>?, column: SectionColumn?
  ) {
    self.window = window
    self.sectioning = sectioning
    self.column = column
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
    guard let sectioning, let column else { return nil }
    return SectionedResults(results, runs, sectioning: sectioning, column: column)
  }
}
