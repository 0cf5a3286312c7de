/// One state of a result on its way from the background to the executor that shows it.
struct ResultsState: Sendable {
  let keys: OrderedKeys
  /// Whether the whole result has been read.
  let isComplete: Bool
  /// Why the result could not be brought up to date; the keys are then the last good ones.
  let error: (any Error)?
}
