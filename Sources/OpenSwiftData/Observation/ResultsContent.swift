/// What is kept of a result: its keys from the first on, and how they are divided into sections.
struct ResultsContent: Sendable {
  var keys = OrderedKeys()
  var sections: SectionRuns?
  /// Whether no row comes after the kept ones.
  var isExhaustive = false

  /// Lets go of the rows after some.
  mutating func trim(to count: Int) {
    guard keys.count > count else { return }
    keys = keys[0..<count]
    sections = sections?.clipped(to: 0..<count)
    isExhaustive = false
  }
}
