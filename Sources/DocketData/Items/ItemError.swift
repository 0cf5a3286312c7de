/// Why an item, a tag, a list or a filter could not be added or changed.
public enum ItemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The title is empty, or only white space.
  case emptyTitle
  /// There is no item with this number, or not any more.
  case noSuchItem(Int64)
  case unusableTag(String)
  /// The text can't be the name of a list or a filter.
  case unusableList(String)
  case noSuchTag(String)
  case noSuchList(String)
  case noSuchFilter(String)
  case nameTaken(String)
  /// The item would become its own sub-item, on some level.
  case partOfItself(Int64)
  /// The item would wait for itself, by way of any number of others.
  case waitsForItself(Int64)
  /// The item has no next date to skip to, because it does not repeat.
  case doesNotRepeat(Int64)
  /// The item repeats, but has no next date to move to: it is done, or its rule's dates can't be computed.
  case hasNoNextDate(Int64)
  /// The series ends with the item.
  case lastOfSeries(Int64)
  /// The same field was changed elsewhere since the edit began.
  case changedMeanwhile(ItemConflict)

  /// What went wrong, as a sentence for people.
  public var description: String {
    switch self {
    case .emptyTitle: "The title is empty."
    case .noSuchItem(let number): "There is no item \(number)."
    case .unusableTag(let name):
      "“\(name)” can't be a tag: a tag is one word of up to \(TagName.maxLength) characters, without a comma."
    case .unusableList(let name): "“\(name)” can't be a name: it is one line of up to \(ListName.maxLength) characters."
    case .noSuchTag(let name): "There is no tag “\(name)”."
    case .noSuchList(let name): "There is no list “\(name)”."
    case .noSuchFilter(let name): "There is no saved filter “\(name)”."
    case .nameTaken(let name): "The name “\(name)” is taken; case does not matter."
    case .partOfItself(let number): "Item \(number) can't be a part of itself."
    case .waitsForItself(let number): "Item \(number) can't wait for itself, not even by way of other items."
    case .doesNotRepeat(let number): "Item \(number) does not repeat."
    case .hasNoNextDate(let number):
      "Item \(number) has no next date: it is done, or the dates of its rule can't be computed."
    case .lastOfSeries(let number): "Item \(number) is the last one of its series."
    case .changedMeanwhile(let conflict): conflict.description
    }
  }
}

/// A number with its noun: "1 item", "2 items".
public struct Quantity: Hashable, Sendable, CustomStringConvertible {
  private let count: Int
  private let noun: String

  /// - Parameter noun: the noun in the singular; its plural ends in s.
  public init(_ count: Int, _ noun: String) {
    self.count = count
    self.noun = noun
  }

  /// The number, with its digits in groups, and the noun.
  public var description: String { "\(count.grouped) \(noun)\(count == 1 ? "" : "s")" }
}

extension Int {
  /// The number in groups of three digits: "1 042".
  public var grouped: String {
    let digits = String(magnitude)
    let head = digits.count % 3
    var groups = head > 0 ? [String(digits.prefix(head))] : []
    var rest = digits.dropFirst(head)
    while !rest.isEmpty {
      groups.append(String(rest.prefix(3)))
      rest = rest.dropFirst(3)
    }
    return (self < 0 ? "-" : "") + groups.joined(separator: " ")
  }
}

extension Optional {
  /// The value, or else an error.
  func orThrow<Failure: Error>(_ error: @autoclosure () -> Failure) throws(Failure) -> Wrapped {
    guard let self else { throw error() }
    return self
  }
}
