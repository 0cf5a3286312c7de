import Foundation
import SwiftData

extension ReadingListV2 {
  /// A book that somebody means to read, reads, or has read.
  @Model public final class Book {
    #Index<Book>([\.title])

    /// How far the reader is.
    public enum Progress: String, Codable, Sendable {
      case waiting
      case reading
      case finished
    }

    /// What the cover says.
    public var title: String
    /// The number of pages, 0 if nobody counted.
    public var pages = 0
    /// How far the reader is.
    public var progress = Progress.waiting
    /// When the last page was read.
    public var finishedOn: Date?
    /// Who wrote it.
    public var author: Author?
    /// Where it stands.
    public var shelves: [Shelf] = []

    /// Creates a book that belongs to no context.
    public init(title: String, pages: Int = 0, author: Author? = nil) {
      self.title = title
      self.pages = pages
      self.author = author
    }
  }
}
