/// One state of a result on its way from the background to the executor that shows it.
struct ResultsState: Sendable {
  var keys = OrderedKeys()
  var sections: SectionRuns?
  /// Whether the whole result has been read.
  var isComplete = false
  /// Why the result could not be brought up to date; the keys are then the last good ones.
  var error: (any Error)?

  /// The page of what is kept.
  init(_ content: ResultsContent, page: ResultsPage, isComplete: Bool) {
    let positions = page.positions(of: content.keys.count)
    keys = content.keys[positions]
    sections = content.sections?.clipped(to: positions)
    self.isComplete = isComplete
  }

  /// Whether both show the same.
  func shows(the other: ResultsState) -> Bool {
    error == nil && other.error == nil && isComplete == other.isComplete && sections == other.sections
      && keys == other.keys
  }
}
