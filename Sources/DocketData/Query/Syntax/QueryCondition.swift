import Foundation

/// What a query can ask of an item.
public enum QueryCondition: Hashable, Sendable {
  /// The title or the notes contain a text, whatever its case and accents.
  case text(String)
  /// The item has a tag of this key.
  case tag(key: String)
  /// It has any tag, or none.
  case hasTags(Bool)
  /// It is on the list of this key.
  case list(key: String)
  /// It is on any list, or none.
  case hasList(Bool)
  /// It is in a state.
  case state(QueryState)
  /// Its priority compares with another one.
  case priority(QueryComparison, Priority)
  /// One of its dates compares with a span of time.
  case date(QueryDate, QueryComparison, DateSpan)
  /// One of its dates is there, or not.
  case hasDate(QueryDate, Bool)
}

/// A state that a query can ask for.
public enum QueryState: String, CaseIterable, Hashable, Sendable {
  /// Not done.
  case open
  /// Done.
  case done
  /// Open, and due before now.
  case overdue
  /// Open, and due today.
  case today
  /// It comes again once it is done.
  case recurring
}

/// A date of an item that a query can ask for.
public enum QueryDate: String, CaseIterable, Hashable, Sendable {
  /// When it is due.
  case due
  /// When it was added.
  case created
  /// When it was changed last, or marked as such.
  case updated
  /// When it was done.
  case done
}

/// How a query compares.
public enum QueryComparison: String, CaseIterable, Hashable, Sendable {
  /// The same; of dates: within.
  case equal = "="
  /// Less; of dates: before.
  case less = "<"
  /// Not more; of dates: before or within.
  case atMost = "<="
  /// More; of dates: after.
  case greater = ">"
  /// Not less; of dates: within or after.
  case atLeast = ">="
}
