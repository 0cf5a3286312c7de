/// What can happen to an item, as hooks know it.
public enum ItemEvent: String, CaseIterable, Hashable, Sendable {
  /// It came into the store: it was added, imported, received, or its deletion was undone.
  case added
  /// It was changed in any way but those of the other events.
  case changed
  /// It was completed.
  case done
  /// It was deleted.
  case deleted
}

/// Marks the changes of programs that a hook has started: no hook runs for them, or it might run for ever.
enum HookAuthor {
  /// Behind the name of an author in the history; the journal doesn't have it.
  static let suffix = "\u{1F}hook"

  /// The author in the history.
  static func marked(_ author: String) -> String { author + suffix }

  /// The author in the journal.
  static func plain(_ author: String) -> String {
    author.hasSuffix(suffix) ? String(author.dropLast(suffix.count)) : author
  }
}
