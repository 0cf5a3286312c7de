import Foundation

/// What is hardly meant by the dates of an item.
public enum ItemDoubt: Hashable, Sendable {
  case startsLate, hasEnded, isOffRule

  /// What is said of the item: "starts after it is due".
  public var words: String {
    switch self {
    case .startsLate: "starts after it is due"
    case .hasEnded: "repeats until a date that is past"
    case .isOffRule: "is due on a day that it doesn't repeat on"
    }
  }

  /// What can be changed about it: "its dates".
  public var cause: String {
    switch self {
    case .startsLate, .isOffRule: "its dates"
    case .hasEnded: "how it repeats"
    }
  }
}

extension ItemValues {
  /// What is hardly meant by its dates; nothing of a done item.
  public func doubts(_ reference: DateReference = DateReference()) -> [ItemDoubt] {
    guard !isDone else { return [] }
    let isLate = start.flatMap { start in due.map { start.isAfter($0, in: reference.calendar) } } ?? false
    let isOffRule = rule.flatMap { rule in due.map { !rule.mayHave($0, reference) } } ?? false
    return (isLate ? [.startsLate] : []) + (rule?.hasEnded(reference) == true ? [.hasEnded] : [])
      + (isOffRule ? [.isOffRule] : [])
  }
}
