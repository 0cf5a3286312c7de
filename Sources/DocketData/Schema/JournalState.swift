/// What can be done with a step of the journal.
public enum JournalState: String, Codable, CaseIterable, Sendable {
  /// It is carried out and can be undone.
  case done
  /// It was undone and can be redone.
  case undone
  /// It was undone, and something else was done since, so that it can't be redone.
  case abandoned
  /// It is carried out, but too long ago or too large for its values to be kept.
  case forgotten
}
