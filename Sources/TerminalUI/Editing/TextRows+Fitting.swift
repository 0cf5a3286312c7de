extension TextRows {
  /// Whether a text has at most so many rows.
  ///
  /// - Parameter width: The columns to wrap at; nil shows each line in one row.
  /// - Complexity: linear in what these rows show, whatever the length of the text.
  static func fits(_ text: String, width: Int?, rows: Int) -> Bool {
    var ended = 0
    var wrapping = LineWrapping(start: 0, width: width ?? .max)
    for character in text {
      if character == "\n" {
        ended += wrapping.endedRows + 1
        wrapping = LineWrapping(start: 0, width: width ?? .max)
      } else if width != nil {
        wrapping.add(character)
      }
      if ended + wrapping.endedRows >= rows { return false }
    }
    return true
  }
}
