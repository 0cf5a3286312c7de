import SwiftData

/// Tags, due dates and lists, typed in a line.
extension ListScreen {
  /// Of one item all tags are typed, of several those that they get or lose.
  func beginTagging() {
    let targets = targets
    let tags = targets.only.flatMap { rows.item($0)?.tags.map(\.name) } ?? []
    draft = Draft(.tags(targets), text: tags.map { $0 + " " }.joined())
  }

  func beginDating() { draft = Draft(.due(targets)) }

  func beginListing() { draft = Draft(.list(targets)) }

  /// The names that there are; empty until they have been read.
  var completionNames: CompletionNames {
    guard let live = live() else { return CompletionNames() }
    return CompletionNames(tags: live.tags.map(\.name), lists: live.lists.map(\.name))
  }
}
