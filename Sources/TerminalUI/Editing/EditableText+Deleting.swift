extension EditableText {
  mutating func delete(_ motion: Motion) -> Bool {
    let range = reach(of: motion)
    guard !range.isEmpty else {
      log.close()
      return false
    }
    replace(range, with: "", as: selection == nil ? .erasing : .alone)
    return true
  }

  mutating func kill(_ motion: Motion, after before: Sequel) -> Bool {
    let range = reach(of: motion)
    // A kill that finds nothing does not end a row of kills.
    sequel = before == .kill || !range.isEmpty ? .kill : .nothing
    guard !range.isEmpty else { return false }
    let killed = String(text[indices(range)])
    if before == .kill {
      kills.join(killed, at: range.lowerBound < cursor ? .front : .back)
    } else {
      kills.add(killed)
    }
    replace(range, with: "", as: .alone)
    return true
  }

  mutating func copy() {
    log.close()
    kills.add(selectedText)
  }

  /// What a deletion removes: the selection, or as far as the motion reaches; at the end of a line, the line end.
  private func reach(of motion: Motion) -> Range<Int> {
    if let selection { return selection }
    var place = target(of: motion)
    if motion == .lineEnd, place == cursor { place = target(of: .characterForward) }
    return min(place, cursor)..<max(place, cursor)
  }
}
