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
