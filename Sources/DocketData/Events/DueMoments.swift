import Foundation
import SwiftData

/// When an item is due, as reminders see it.
public struct DueMoment: Hashable, Sendable {
  /// The item.
  public let id: PersistentIdentifier
  /// What identifies the item on all machines.
  public let uid: UUID
  /// The due date, as it is written in files.
  public let due: String
  /// The moment: that of the due date, or an hour of a day.
  public let moment: Date
  /// Whether something can be done about it by the end of the time that was asked for: it waits for no open item, and has
  /// started, or is overdue.
  public let isReady: Bool
}

extension DataHandler {
  /// What becomes due between two moments, the first one included, the soonest first; open items only.
  ///
  /// - Parameters:
  ///   - hour: the hour of a day at which what is due on it, without a time, is.
  ///   - calendar: the calendar and time zone of days.
  public func dueMoments(
    from start: Date, through end: Date, hour: Double, in calendar: Calendar = .current
  ) throws -> [DueMoment] {
    // The stored moment of a day is its end, in the time zone in which it was set.
    let (first, last) = (start.addingTimeInterval(-Self.twoDays), end.addingTimeInterval(Self.twoDays))
    var items = FetchDescriptor<Item>(
      predicate: #Predicate { $0.completedAt == nil && $0.deadline >= first && $0.deadline <= last })
    items.propertiesToFetch = [\.uid, \.deadline, \.dueDay]
    let ready = FetchDescriptor<Item>(
      predicate: #Predicate {
        $0.completedAt == nil && $0.deadline >= first && $0.deadline <= last
          && ($0.startMoment <= end || $0.deadline <= end) && !$0.blockers.contains { $0.completedAt == nil }
      })
    let readyIDs = Set(try modelContext.fetchIdentifiers(ready))
    let found = try modelContext.fetch(items).compactMap { item -> DueMoment? in
      guard let due = item.due else { return nil }
      let moment: Date =
        switch due {
        case .moment(let date): date
        case .day(let day): day.moment(atHour: hour, in: calendar)
        }
      guard start <= moment, moment <= end else { return nil }
      let id = item.persistentModelID
      return DueMoment(
        id: id, uid: item.uid, due: due.rawValue, moment: moment, isReady: readyIDs.contains(id))
    }
    return found.sorted { ($0.moment, $0.uid.uuidString) < ($1.moment, $1.uid.uuidString) }
  }

  private static let twoDays: TimeInterval = 2 * 86_400
}

extension CalendarDay {
  /// The moment of a day at an hour by the clock.
  public func moment(atHour hour: Double, in calendar: Calendar) -> Date {
    let (start, seconds) = (start(in: calendar), Int((hour * 3_600).rounded()))
    let clock = (seconds / 3_600, seconds / 60 % 60, seconds % 60)
    return calendar.date(bySettingHour: clock.0, minute: clock.1, second: clock.2, of: start) ?? start
  }
}
