import Foundation

/// What is hardly meant by the dates of an item.
public enum ItemDoubt: Hashable, Sendable {
  case startsLate, hasEnded

  /// What is said of the item: "starts after it is due".
  public var words: String {
    switch self {
    case .startsLate: "starts after it is due"
    case .hasEnded: "repeats until a date that is past"
    }
  }

  /// What can be changed about it: "its dates".
  public var cause: String {
    switch self {
    case .startsLate: "its dates"
    case .hasEnded: "how it repeats"
    }
  }
}

extension ItemValues {
  /// What is hardly meant by its dates; nothing of a done item.
  public func doubts(_ reference: DateReference = DateReference()) -> [ItemDoubt] {
    guard !isDone else { return [] }
    let isLate = start.flatMap { start in due.map { start.isAfter($0, in: reference.calendar) } } ?? false
    return (isLate ? [.startsLate] : []) + (rule?.hasEnded(reference) == true ? [.hasEnded] : [])
  }
}
