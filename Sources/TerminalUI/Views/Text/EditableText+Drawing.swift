extension EditableText {
  /// What is said after an insertion that was too long.
  var limitNotice: String {
    "\(omitted) \(omitted == 1 ? "byte" : "bytes") left out, limit \(limit)"
  }

  /// A part of the text, with what is selected of it standing out.
  func line(_ part: Range<String.Index>, _ width: Int, _ style: Style, _ selectionStyle: Style) -> CellLine {
    guard let selection else { return CellLine(text[part], style: style, limit: width) }
    let selected = indices(selection).clamped(to: part)
    var line = CellLine(text[part.lowerBound..<selected.lowerBound], style: style, limit: width)
    line.append(text[selected], style: style.overlaid(with: selectionStyle), limit: width)
    line.append(text[selected.upperBound..<part.upperBound], style: style, limit: width)
    return line
  }
}
