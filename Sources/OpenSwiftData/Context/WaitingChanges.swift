/// Changes made elsewhere that a context has not merged yet.
///
/// A context that nobody uses would gather them for ever, so they are only counted up to a limit: beyond it, everything
/// may have changed, which costs as much to merge as the context has models.
struct WaitingChanges {
  /// In the order of the commits.
  private(set) var all: [ModelChanges] = []
  private var runCount = 0

  /// How many runs are kept apart.
  static let limit = 4_096

  mutating func append(_ changes: ModelChanges) {
    guard all.last?.isEverything != true else { return }
    runCount += changes.runs.count
    if changes.isEverything || runCount > Self.limit { all = [.everything] } else { all.append(changes) }
  }

  /// Puts changes that could not be merged in front again.
  mutating func putBack(_ changes: [ModelChanges]) {
    let newer = all
    self = WaitingChanges()
    for each in changes + newer { append(each) }
  }
}
