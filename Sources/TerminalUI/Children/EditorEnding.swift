/// How an editor ended, and what it left.
public enum EditorEnding: Hashable, Sendable {
  /// It ended well; the text in its file.
  case finished(String)
  /// It failed or was ended; the text in its file, unless that cannot be used.
  case failed(ChildError, leaving: String?)
}
