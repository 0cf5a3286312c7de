import DocketConfiguration
import DocketData
import Foundation
import SwiftData
import TerminalUI

/// Tells when items become due while the list is open.
///
/// It sleeps until the next due moment, which is found in the background and again after commits; nothing wakes up in
/// between.
@MainActor
final class DueWatch {
  /// A clock may be set, or the machine may sleep: nothing is waited for longer than this.
  private static let maxPause = Duration.seconds(86_400)

  private let settings: Configuration.Reminders
  private let now: @MainActor () -> Date
  private let context: ModelContext
  private let changes: ChangeQueue
  private var clock: (any EventClock)?
  private var tell: ScreenEvents?
  /// What became due by then was told.
  private var told: Date
  /// The next moment, and the next day; of items that become due after `told`.
  private var moments: AggregateObserver<Date?>?
  private var days: AggregateObserver<Date?>?
  /// The last moment worked out for a day, as the calendar takes long for it.
  private var momentOfDay: (end: Date, zone: TimeZone, moment: Date)?
  private var region: ObservedRegion?
  private var timer: (any EventTimer)?
  /// The next moment; nil if there is none.
  private var alarm: Date?

  init(_ environment: ListScreen.Environment, _ changes: ChangeQueue) {
    settings = environment.configuration.reminders
    (now, context) = (environment.now, environment.context)
    self.changes = changes
    told = environment.now()
  }

  /// Begins to watch, if that is configured.
  func start(clock: any EventClock, _ tell: @escaping ScreenEvents) {
    guard settings.notice || settings.bell else { return }
    (self.clock, self.tell) = (clock, tell)
    region = ObservedRegion { [weak self] in self?.arrange() }
    watch()
  }

  /// Follows the time of day: the alarm is late by as long as the machine slept.
  func update(_ now: Date) {
    if let alarm, now >= alarm { look() }
  }

  /// Looks for what becomes due next.
  private func watch() {
    let (told, never, calendar) = (told, Date.distantFuture, Calendar.current)
    let today = CalendarDay(told, in: calendar.timeZone)
    let isTodayTold = today.moment(atHour: settings.hour, in: calendar) <= told
    let day = isTodayTold ? today.end(in: calendar) : today.start(in: calendar)
    moments = try? AggregateObserver(
      .min(\Item.deadline),
      where: #Predicate {
        $0.completedAt == nil && $0.deadline > told && $0.deadline < never && $0.dueDay == nil
      }, modelContext: context)
    days = try? AggregateObserver(
      .min(\Item.deadline),
      where: #Predicate { $0.completedAt == nil && $0.deadline > day && $0.deadline < never && $0.dueDay != nil },
      modelContext: context)
    arrange()
  }

  /// Sets the alarm to the next moment.
  private func arrange() {
    timer?.cancel()
    alarm = nil
    guard let clock, let next = region?.draw({ self.next }) else { return }
    alarm = next
    let pause = Duration.seconds(max(0, next.timeIntervalSince(now())))
    timer = clock.schedule(after: min(pause, Self.maxPause)) { [weak self] in self?.look() }
  }

  private var next: Date? {
    [moments?.value ?? nil, (days?.value ?? nil).map(moment)].compactMap(\.self).min()
  }

  /// When an item that is due on a day is told of.
  ///
  /// - Parameter end: the end of the day, which stays the same over many changes of items.
  private func moment(ofDayThatEnds end: Date) -> Date {
    let zone = TimeZone.current
    if let known = momentOfDay, known.end == end, known.zone == zone { return known.moment }
    let moment = CalendarDay(end, in: zone).moment(atHour: settings.hour, in: .current)
    momentOfDay = (end, zone, moment)
    return moment
  }

  /// Reads what has become due, off the main actor, and tells of it.
  private func look() {
    let (from, through, hour) = (told, now(), settings.hour)
    guard through > from else { return arrange() }
    (told, alarm) = (through, nil)
    Task { [weak self, changes] in
      let items = await changes.read { handler in
        let due = try await handler.dueMoments(from: from, through: through, hour: hour)
          .filter { $0.moment > from && $0.isReady }
        return try await handler.items(ids: due.map(\.id))
      }
      guard let self else { return }
      if let items, !items.isEmpty { tell?(.due(items)) }
      watch()
    }
  }
}

/// Says what has become due.
@MainActor
struct Reminding {
  private let screen: ListScreen

  init(_ screen: ListScreen) { self.screen = screen }

  func say(_ items: [ItemValues]) {
    let settings = screen.environment.configuration.reminders
    if settings.notice { screen.notices.remind(of: items.map(\.title)) }
    if settings.bell { screen.terminal.ring() }
    screen.terminal.setNeedsDisplay()
  }
}
