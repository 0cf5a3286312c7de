package import SwiftData

/// A model in a data module of the name that articles about SwiftData use.
@Model package final class Entry {
  package var title: String

  package init(title: String) { self.title = title }
}
