/// What a librarian can't do.
public enum LibrarianError: Error {
  /// The book was deleted, or is in another list.
  case noSuchBook
}
