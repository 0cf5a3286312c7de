/// The changes of a text, to be taken back and made again.
struct ChangeLog: Hashable, Sendable {
  static let countLimit = 1000
  static let weightLimit = 8 << 20

  private(set) var past: [TextChange] = []
  private(set) var future: [TextChange] = []
  private var weight = 0
  /// Whether the next change may continue the last one.
  private var isOpen = false

  /// Ends a run of changes, because something else was done.
  mutating func close() { isOpen = false }

  /// Notes a change that was made; what was taken back before can't be made again any more.
  mutating func record(_ change: TextChange) {
    future = []
    weight += change.weight
    if isOpen, let last = past.indices.last, past[last].merge(change) { return }
    past.append(change)
    isOpen = true
    forgetOldest()
  }

  /// The change to take back now.
  mutating func takeBack() -> TextChange? {
    isOpen = false
    guard let change = past.popLast() else { return nil }
    weight -= change.weight
    future.append(change)
    return change
  }

  /// The change to make again now.
  mutating func makeAgain() -> TextChange? {
    isOpen = false
    guard let change = future.popLast() else { return nil }
    weight += change.weight
    past.append(change)
    return change
  }

  private mutating func forgetOldest() {
    while past.count > Self.countLimit || weight > Self.weightLimit, past.count > 1 {
      weight -= past.removeFirst().weight
    }
  }
}
