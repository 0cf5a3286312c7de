extension CellLine {
  /// Creates a line from text, some ranges of which stand out.
  ///
  /// - Parameters:
  ///   - text: Any text.
  ///   - ranges: What stands out, in order; a cluster of which a part does stands out whole.
  ///   - highlight: Laid over the style of what stands out.
  ///   - style: The style of every cell.
  ///   - limit: Stops soon after this many columns.
  /// - Complexity: linear in the shorter of text and limit, and in the number of ranges.
  public init(
    _ text: String, highlighting ranges: [Range<String.Index>], with highlight: Style, style: Style = .plain,
    limit: Int = .max
  ) {
    self.init()
    var end = text.startIndex
    for range in ranges {
      let start = max(end, text.borderOfCharacter(notAfter: range.lowerBound))
      let next = text.borderOfCharacter(notBefore: range.upperBound)
      guard start < next else { continue }
      append(text[end..<start], style: style, limit: limit)
      append(text[start..<next], style: style.overlaid(with: highlight), limit: limit)
      end = next
    }
    append(text[end...], style: style, limit: limit)
  }
}
