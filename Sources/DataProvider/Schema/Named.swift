/// A name that tags, lists or filters may have.
protocol UniqueName {
  /// The name as it was written.
  var text: String { get }
  /// What tells it from other names.
  var key: String { get }

  /// - Throws: `ItemError` if the text can't be one.
  init(_ text: String) throws
}

extension TagName: UniqueName {}
extension ListName: UniqueName {}

/// A model that people know by a name of its own: a tag, a list, a saved filter.
protocol Named: Journaled where UniqueValue == String {
  associatedtype Name: UniqueName

  /// What such a thing is called: "tag".
  static var noun: String { get }

  /// The name, as it was first written.
  var name: String { get }

  func rename(to name: Name)

  /// Why a name can't be used that no such thing has.
  static func missing(_ name: String) -> ItemError
}

extension ItemTag: Named {
  static var noun: String { "tag" }

  static func missing(_ name: String) -> ItemError { .noSuchTag(name) }
}

extension ItemList: Named {
  static var noun: String { "list" }

  static func missing(_ name: String) -> ItemError { .noSuchList(name) }
}

extension SavedFilter: Named {
  static var noun: String { "filter" }

  static func missing(_ name: String) -> ItemError { .noSuchFilter(name) }
}
