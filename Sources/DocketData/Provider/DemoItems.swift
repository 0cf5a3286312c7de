import Foundation

/// The items of the preview: a small believable world first, then as many made-up ones as one likes.
///
/// The item of an index is always the same, but for the moment that its dates are counted from.
struct DemoItems {
  let reference: DateReference

  init(now: Date, calendar: Calendar = .current) {
    reference = DateReference(now: now, calendar: calendar)
  }

  /// - Precondition: an item of the small world is added along with all before it.
  subscript(index: Int) -> NewItem {
    index < DemoWorld.entries.count ? item(DemoWorld.entries[index], index) : madeUp(index)
  }

  private func item(_ entry: DemoEntry, _ index: Int) -> NewItem {
    let timestamp = timestamp(index)
    return NewItem(
      title: entry.title, timestamp: timestamp,
      createTimestamp: entry.isDone ? timestamp.addingTimeInterval(-Self.timeToDo) : timestamp, uid: Self.uid(index),
      notes: entry.notes, completedAt: entry.isDone ? timestamp : nil, priority: entry.priority,
      dueAt: entry.due.map(date), recurrence: entry.every.flatMap(Recurrence.init(rawValue:)), tags: entry.tags,
      list: entry.list, parent: entry.parent.map { .added($0) }, position: Double(index))
  }

  private func madeUp(_ index: Int) -> NewItem {
    var draw = DemoDraw(seed: UInt64(index))
    let (timestamp, notes, isDone) = (timestamp(index), draw.notes(), draw.happens(30))
    let created = isDone ? timestamp.addingTimeInterval(-draw.seconds(upTo: 30)) : timestamp
    return NewItem(
      title: DemoTitle(seed: UInt64(index)).text, timestamp: timestamp, createTimestamp: created, uid: Self.uid(index),
      notes: notes, completedAt: isDone ? timestamp : nil, priority: draw.priority(),
      dueAt: draw.happens(40) ? dueDate(&draw) : nil, tags: draw.tags(),
      list: "List \(1 + draw.number(below: 20))", position: Double(index))
  }

  /// How many seconds it took to do what is done: two days.
  private static let timeToDo: TimeInterval = 172_800

  /// Within three months before and after today, at the end of a day.
  private func dueDate(_ draw: inout DemoDraw) -> Date {
    reference.today.addingTimeInterval(Double(draw.number(below: 180) - 89) * 86_400 - 1)
  }

  private func date(_ due: DemoEntry.Due) -> Date {
    let day = reference.day(due.days)
    guard let hour = due.hour else { return reference.day(1, from: day).addingTimeInterval(-1) }
    return reference.calendar.date(bySettingHour: hour, minute: 0, second: 0, of: day) ?? day
  }

  /// When it was updated last, which is when it was done, if it is: minutes apart at first, then hours; five minutes each for the many that are made up.
  private func timestamp(_ index: Int) -> Date {
    let position = Double(min(index, DemoWorld.entries.count))
    let madeUp = Double(max(0, index - DemoWorld.entries.count))
    return reference.now.addingTimeInterval(-(40 + position * 420 + position * position * 600 + madeUp * 300))
  }

  private static func uid(_ index: Int) -> UUID {
    var random = SplitMix64(state: UInt64(index) ^ 0x646f_636b_6574)
    let (high, low) = (random.next(), random.next())
    return withUnsafeBytes(of: (high, low)) { bytes in
      UUID(uuid: bytes.loadUnaligned(as: uuid_t.self))
    }
  }
}
