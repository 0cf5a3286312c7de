extension ListScreen {
  private static let mostCopied = 5_000

  /// Copies the titles, each in a line of its own, to the clipboard of the terminal.
  func copyTitles() {
    let targets = targets
    // Of more, no clipboard would take the titles.
    let titles = targets.identifiers(upTo: Self.mostCopied)?.compactMap { rows.item($0)?.title }
    guard let titles, application?.copy(titles.joined(separator: "\n")) == true else {
      return refuse("copy: that is too long for the terminal's clipboard")
    }
    say("copied \(words(for: targets))")
  }
}
