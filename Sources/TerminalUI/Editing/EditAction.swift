/// What a key did to a text being edited.
public enum EditAction: Hashable, Sendable {
  /// The text is another.
  case edited
  /// The cursor stands elsewhere, or could not move further.
  case moved
  /// The text is to be taken.
  case submitted
  /// Escape: the text is to be dropped.
  case cancelled
  /// The key is none of the view's.
  case ignored
}
