/// A row in which a part of a text is shown; places are counted in UTF-8.
struct TextRow: Hashable, Sendable {
  /// The part of the text, without the line end.
  let range: Range<Int>
  /// Whether the line ends here; if not, the end of the range belongs to the next row.
  let endsLine: Bool
  /// Which row of its line it is.
  let number: Int
}
