extension EditableText {
  /// What is said after an insertion that was too long.
  var limitNotice: String {
    "\(omitted) \(omitted == 1 ? "byte" : "bytes") left out, limit \(limit)"
  }

  /// A part of the text, with what is selected of it standing out.
  ///
  /// - Parameter indent: Blanks before it, so that its tabs end where they should.
  func line(
    _ part: Range<String.Index>, _ width: Int, _ style: Style, _ selectionStyle: Style, indent: Int = 0
  ) -> CellLine {
    var line = CellLine()
    line.pad(to: indent, style: style)
    let selected = indices(selection ?? cursor..<cursor).clamped(to: part)
    line.append(text[part.lowerBound..<selected.lowerBound], style: style, limit: width)
    line.append(text[selected], style: style.overlaid(with: selectionStyle), limit: width)
    line.append(text[selected.upperBound..<part.upperBound], style: style, limit: width)
    return line
  }
}
