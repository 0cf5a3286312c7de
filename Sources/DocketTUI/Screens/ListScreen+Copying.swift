extension ListScreen {
  /// Copies the titles, each in a line of its own, to the clipboard of the terminal.
  func copyTitles() {
    let ids = targets
    let titles = ids.compactMap { rows.item($0)?.title }
    guard application?.copy(titles.joined(separator: "\n")) == true else {
      return say("copy: that is too long for the terminal's clipboard")
    }
    say("copied \(words(for: ids))")
  }
}
