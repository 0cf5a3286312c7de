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

  /// The moments at which the sections with dates end, in their order: overdue, today, tomorrow, this week; then never.
  public static func boundaries(_ reference: DateReference) -> [Date] { ends(reference).map(\.end) + [.distantFuture] }

  /// The sections that end at a moment, in their order.
  static func ends(_ reference: DateReference) -> [(end: Date, section: AgendaSection)] {
    [
      (reference.now, .overdue), (reference.day(1), .today), (reference.day(2), .tomorrow), (reference.day(7), .week),
    ]
  }
}

/// Tells the sections of items, relative to one moment: dates of a calendar take long, so they are worked out once.
public struct AgendaSections: Sendable {
  private let ends: [(end: Date, section: AgendaSection)]

  /// Creates the sections for a moment.
  public init(at reference: DateReference) { ends = AgendaSection.ends(reference) }

  /// The section of an item.
  public func section(of item: Item) -> AgendaSection { item.isDone ? .done : section(deadline: item.deadline) }

  /// The section of an item with such values.
  public func section(of item: ItemValues) -> AgendaSection {
    item.isDone ? .done : section(deadline: item.dueAt ?? .distantFuture)
  }

  /// The section of an item by its due date alone.
  public func section(ofOpen item: Item) -> AgendaSection { section(deadline: item.deadline) }

  private func section(deadline: Date) -> AgendaSection {
    guard deadline < .distantFuture else { return .undated }
    return ends.first { deadline < $0.end }?.section ?? .later
  }
}
