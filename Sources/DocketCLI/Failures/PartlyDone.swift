/// A failure after output that stands all the same: what could be done was done.
struct PartlyDone: Error {
  let failure: Failure
}
