/// Why an item could not be added or changed.
public enum ItemError: Error, Hashable, Sendable {
  /// The title has nothing but white space.
  case emptyTitle
  /// There is no such item, or no longer.
  case noSuchItem(Int64)
}

extension ItemError: CustomStringConvertible {
  /// What went wrong, as a sentence for a person.
  public var description: String {
    switch self {
    case .emptyTitle: "The title is empty."
    case .noSuchItem(let number): "There is no item \(number)."
    }
  }
}
