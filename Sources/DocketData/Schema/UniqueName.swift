/// A name that no two things of a kind may have.
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
