import SwiftData

/// The first version: an author is a text.
public enum ReadingListV1: VersionedSchema {
  /// The models of this version.
  public static var models: [any PersistentModel.Type] { [Book.self] }
  /// The number of this version.
  public static let versionIdentifier = Schema.Version(1, 0, 0)

  /// A book, with its author's name.
  @Model public final class Book {
    /// What the cover says.
    public var title: String
    /// Who wrote it.
    public var author: String

    /// Creates a book that belongs to no context.
    public init(title: String, author: String) {
      self.title = title
      self.author = author
    }
  }
}
