/// Why an item, a tag or a list could not be added or changed.
public enum ItemError: Error, Hashable, Sendable {
  /// The title has nothing but white space.
  case emptyTitle
  /// There is no such item, or no longer.
  case noSuchItem(Int64)
  /// The text can't be the name of a tag.
  case unusableTag(String)
  /// The text can't be the name of a list or a filter.
  case unusableList(String)
  /// There is no tag of that name.
  case noSuchTag(String)
  /// There is no list of that name.
  case noSuchList(String)
  /// There is no saved filter of that name.
  case noSuchFilter(String)
  /// Another one has that name.
  case nameTaken(String)
  /// The item would become a part of itself, directly or through others.
  case partOfItself(Int64)
  /// Somebody else changed the same field since the edit was begun.
  case changedMeanwhile(ItemConflict)
}

extension ItemError: CustomStringConvertible {
  /// What went wrong, as a sentence for a person.
  public var description: String {
    switch self {
    case .emptyTitle: "The title is empty."
    case .noSuchItem(let number): "There is no item \(number)."
    case .unusableTag(let name):
      "“\(name)” can't be a tag: a tag is one word of up to \(TagName.longest) characters, without a comma."
    case .unusableList(let name): "“\(name)” can't be a name: it is one line of up to \(ListName.longest) characters."
    case .noSuchTag(let name): "There is no tag “\(name)”."
    case .noSuchList(let name): "There is no list “\(name)”."
    case .noSuchFilter(let name): "There is no saved filter “\(name)”."
    case .nameTaken(let name): "The name “\(name)” is taken; small and capital letters make no other one."
    case .partOfItself(let number): "Item \(number) can't be a part of itself."
    case .changedMeanwhile(let conflict): conflict.description
    }
  }
}
