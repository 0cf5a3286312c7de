import Foundation

/// A section of the agenda: when something has to be done.
public enum AgendaSection: Int, CaseIterable, Hashable, Sendable {
  case overdue, today, tomorrow
  /// Within seven days, today included.
  case week
  case later
  /// Open, without a due date.
  case undated
  /// Done today, or at any time if the list has such items.
  case done

  /// The heading.
  public var title: String {
    switch self {
    case .overdue: "Overdue"
    case .today: "Today"
    case .tomorrow: "Tomorrow"
    case .week: "This week"
    case .later: "Later"
    case .undated: "No date"
    case .done: "Done"
    }
  }

  /// The section of an item.
  public init(of item: Item, at reference: DateReference) {
    self.init(deadline: item.deadline, isDone: item.isDone, at: reference)
  }

  /// The section of an item with such values.
  public init(of item: ItemValues, at reference: DateReference) {
    self.init(deadline: item.dueAt ?? .distantFuture, isDone: item.isDone, at: reference)
  }

  /// The section of an item by its due date alone.
  public init(ofOpen item: Item, at reference: DateReference) {
    self.init(deadline: item.deadline, isDone: false, at: reference)
  }

  init(deadline: Date, isDone: Bool, at reference: DateReference) {
    if isDone {
      self = .done
    } else if deadline == .distantFuture {
      self = .undated
    } else {
      self = Self.ends(reference).first { deadline < $0.end }?.section ?? .later
    }
  }

  /// The moments at which the sections with dates end, in their order: overdue, today, tomorrow, this week; then never.
  public static func boundaries(_ reference: DateReference) -> [Date] { ends(reference).map(\.end) + [.distantFuture] }

  /// The sections that end at a moment, in their order.
  static func ends(_ reference: DateReference) -> [(end: Date, section: AgendaSection)] {
    [
      (reference.now, .overdue), (reference.day(1), .today), (reference.day(2), .tomorrow), (reference.day(7), .week),
    ]
  }
}
