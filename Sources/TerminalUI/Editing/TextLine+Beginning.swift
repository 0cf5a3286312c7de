extension TextLine {
  /// What is known of a line before a place in it.
  struct Beginning: Sendable {
    /// Where the line starts.
    let start: Int
    /// The rows before the end, where lines are wrapped.
    var rows: [TextRow] = []
    /// The stops up to the end, where they are not.
    var stops: [Stop] = []
    /// A character's border, from which the rest can be laid out.
    let end: Stop

    /// Nothing is known but where the line starts.
    init(start: Int) { (self.start, end) = (start, Stop(place: start, column: 0)) }

    fileprivate init(start: Int, rows: [TextRow], stops: [Stop], end: Stop) {
      (self.start, self.rows, self.stops, self.end) = (start, rows, stops, end)
    }
  }

  /// What stays as it is when the text is another one from a place on.
  ///
  /// What comes at the place may change the character before it, and that where its row begins; so the row of the place,
  /// the one above it and the one above that are not kept.
  func beginning(before place: Int) -> Beginning {
    let count = row(at: place).number - 2
    if count > 0 {
      let end = Stop(place: rows[count].range.lowerBound, column: 0)
      return Beginning(start: range.lowerBound, rows: Array(rows[..<count]), stops: [], end: end)
    }
    let kept = stops[..<max(0, Self.count(stops) { $0.place < place } - 1)]
    guard let end = kept.last else { return Beginning(start: range.lowerBound) }
    return Beginning(start: range.lowerBound, rows: [], stops: Array(kept), end: end)
  }
}
