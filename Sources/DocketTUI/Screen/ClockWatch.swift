import DocketData
import Foundation
import SwiftData
import TerminalUI

/// Wakes the list at the next moment at which something that it shows changes by itself, so that it is right untouched.
///
/// There is one timer, for the next deadline, start or end of the day, and none if nothing is to come.
@MainActor
final class ClockWatch {
  /// What the list shows that changes as time goes by.
  struct Shown: Equatable {
    /// Whether rows come, go or move.
    var movesRows = false
    /// Whether words change with the day: "today", "tomorrow".
    var namesDays = false
    /// When the next row that was drawn becomes overdue, or can be begun.
    var nextRow = Date.distantFuture
    /// The moment that the rows are relative to.
    var reference = Date.distantPast
  }

  /// What is due at a moment is overdue after it; what starts then has begun.
  private static let delay: TimeInterval = 1
  /// A clock may be set: nothing is waited for longer than this.
  private static let maxPause = Duration.seconds(86_400)

  private let now: @MainActor () -> Date
  private let context: ModelContext
  private var clock: (any EventClock)?
  private var tell: ScreenEvents?
  private var shown = Shown()
  /// The next deadline of open items; nil while no row moves.
  private var deadlines: AggregateObserver<Date?>?
  /// The open items that had not started when they were looked for, the next one first; nil while no row moves.
  ///
  /// They are followed, since no index has the starts: the least of them would be looked for among all rows after each
  /// commit.
  private var starts: ResultsObserver<Item, Never>?
  private var timer: (any EventTimer)?
  /// When the timer fires; nil if there is none.
  private var alarm: Date?
  private lazy var region = ObservedRegion { [weak self] in self?.arrange() }

  init(_ environment: ListScreen.Environment) {
    (now, context) = (environment.now, environment.context)
  }

  /// Begins to watch: items are looked for in the background.
  func start(clock: any EventClock, _ tell: @escaping ScreenEvents) { (self.clock, self.tell) = (clock, tell) }

  /// Follows what a frame has shown.
  func follow(_ shown: Shown) {
    guard clock != nil, shown != self.shown else { return }
    let watches = shown.movesRows != self.shown.movesRows
    self.shown = shown
    if watches { watch(after: shown.reference) }
    arrange()
  }

  /// Looks for what comes after a moment.
  private func watch(after moment: Date) {
    guard shown.movesRows else {
      (deadlines, starts) = (nil, nil)
      return
    }
    let never = Date.distantFuture
    // What can't be read is told with the rows.
    deadlines = try? AggregateObserver(
      .min(\Item.deadline),
      where: #Predicate { $0.completedAt == nil && $0.deadline > moment && $0.deadline < never },
      modelContext: context)
    guard starts == nil else { return }
    starts = try? ResultsObserver(
      filterBy: #Predicate { $0.completedAt == nil && $0.startMoment > moment },
      sortBy: [SortDescriptor(\.startMoment)],
      modelContext: context)
  }

  /// Sets the timer to the next moment, unless that is so already.
  private func arrange() {
    let next = next
    guard next != alarm else { return }
    timer?.cancel()
    (timer, alarm) = (nil, next)
    guard let next, let clock else { return }
    let pause = Duration.seconds(max(0, next.timeIntervalSince(now())))
    timer = clock.schedule(afterWallTime: min(pause, Self.maxPause)) { [weak self] in self?.ring() }
  }

  private var next: Date? {
    // One that has just passed still waits for its delay.
    let passed = now().addingTimeInterval(-Self.delay)
    let (deadline, start) = region.draw {
      (deadlines?.value ?? nil, starts?.results.lazy.map(\.startMoment).first { $0 > passed })
    }
    var moments = [deadline, start].compactMap(\.self)
    if shown.nextRow < .distantFuture { moments.append(shown.nextRow) }
    // What is due some day is in another section when the day before it is over.
    if shown.namesDays || deadline != nil { moments.append(endOfDay) }
    return moments.min()?.addingTimeInterval(Self.delay)
  }

  private var endOfDay: Date {
    let calendar = Calendar.current
    return CalendarDay(now(), in: calendar.timeZone).end(in: calendar).addingTimeInterval(1)
  }

  private func ring() {
    let (now, time) = (now(), alarm)
    alarm = nil
    // After a long pause, or where the clock was set back, it is too early.
    guard let time, now >= time else { return arrange() }
    // Until it is drawn anew the row would be due again and again.
    if shown.nextRow <= now { shown.nextRow = .distantFuture }
    watch(after: now)
    tell?(.moment)
    arrange()
  }
}
