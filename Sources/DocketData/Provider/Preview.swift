import Foundation
import SwiftData

extension DataProvider {
  /// The default number of items in a preview.
  public static let previewItemCount = 24

  /// The number of items in the first transaction, so that they are shown soon; each further one adds twice as many.
  private static let previewBatch = 1_000
  private static let maxPreviewBatch = 64_000

  /// Fills the preview's store in the background.
  ///
  /// - Parameters:
  ///   - count: how many items; the same count always gives the same items.
  ///   - now: the moment that the items' dates are relative to.
  /// - Throws: `StoreError` if memory runs out, `CancellationError` if ``WorkProgress/current`` is cancelled; the
  ///   items so far stay then.
  public func fillPreview(count: Int = previewItemCount, now: Date = Date()) async throws {
    let createHandler = try dataHandlerCreator(preview: true)
    let items = DemoItems(now: now)
    var (start, size) = (0, Self.previewBatch)
    let progress = WorkProgress.current
    progress?.expect(count)
    while start < count {
      try progress?.checkCancellation()
      let end = min(start + size, count)
      try await createHandler().fill(with: (start..<end).map { items[$0] })
      (start, size) = (end, min(size * 2, Self.maxPreviewBatch))
    }
  }
}

/// The items of the preview: first a small believable world, then any number of generated ones.
///
/// The item at an index is always the same, relative to the present moment.
private struct DemoItems {
  private let reference: DateReference

  init(now: Date) { reference = DateReference(now: now) }

  /// - Precondition: an item of the small world is added together with all before it.
  subscript(index: Int) -> NewItem {
    index < DemoWorld.entries.count ? item(DemoWorld.entries[index], index) : generated(index)
  }

  private func item(_ entry: DemoEntry, _ index: Int) -> NewItem {
    let timestamp = timestamp(index)
    return NewItem(
      title: entry.title, timestamp: timestamp,
      createTimestamp: entry.isDone ? timestamp.addingTimeInterval(-Self.timeToDo) : timestamp, uid: Self.uid(index),
      notes: entry.notes, completedAt: entry.isDone ? timestamp : nil, priority: entry.priority,
      dueAt: entry.due.map(date), recurrence: entry.every.flatMap(Recurrence.init(rawValue:)), tags: entry.tags,
      list: entry.list, parent: entry.parent.map { .added($0) }, orderKey: OrderKey(Double(index)))
  }

  private func generated(_ index: Int) -> NewItem {
    var random = DemoRandom(seed: UInt64(index))
    let (timestamp, notes, isDone) = (timestamp(index), random.notes(), random.happens(30))
    let created = isDone ? timestamp.addingTimeInterval(-random.seconds(upTo: 30)) : timestamp
    return NewItem(
      title: DemoTitle(seed: UInt64(index)).text, timestamp: timestamp, createTimestamp: created, uid: Self.uid(index),
      notes: notes, completedAt: isDone ? timestamp : nil, priority: random.priority(),
      dueAt: random.happens(40) ? dueDate(&random) : nil, tags: random.tags(),
      list: "List \(1 + random.number(below: 20))", orderKey: OrderKey(Double(index)))
  }

  /// The age of done items when they were done, in seconds: two days.
  private static let timeToDo: TimeInterval = 172_800

  /// Within three months before and after today, at the end of a day.
  private func dueDate(_ random: inout DemoRandom) -> Date {
    reference.today.addingTimeInterval(Double(random.number(below: 180) - 89) * 86_400 - 1)
  }

  private func date(_ due: DemoEntry.Due) -> Date {
    let day = reference.day(due.days)
    guard let hour = due.hour else { return reference.day(1, from: day).addingTimeInterval(-1) }
    return reference.calendar.date(bySettingHour: hour, minute: 0, second: 0, of: day) ?? day
  }

  /// The update time, which is also when a done item was done: minutes apart at first, then hours; generated items are
  /// five minutes apart.
  private func timestamp(_ index: Int) -> Date {
    let position = Double(min(index, DemoWorld.entries.count))
    let generated = Double(max(0, index - DemoWorld.entries.count))
    return reference.now.addingTimeInterval(-(40 + position * 420 + position * position * 600 + generated * 300))
  }

  private static func uid(_ index: Int) -> UUID {
    var random = SplitMix64(state: UInt64(index) ^ 0x646f_636b_6574)
    let (high, low) = (random.next(), random.next())
    return withUnsafeBytes(of: (high, low)) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }
}

/// Random values of a generated item: always the same for the same seed.
private struct DemoRandom {
  private var generator: SplitMix64

  init(seed: UInt64) { generator = SplitMix64(state: seed &* 0x2545_f491_4f6c_dd1d) }

  mutating func number(below limit: Int) -> Int { Int(generator.next() % UInt64(limit)) }
  mutating func happens(_ percent: Int) -> Bool { number(below: 100) < percent }
  mutating func seconds(upTo days: Int) -> Double { Double(number(below: days * 86_400)) }

  /// A priority, mostly none.
  mutating func priority() -> Priority { Priority(rawValue: max(0, number(below: 8) - 4)) ?? .none }

  /// Up to four of 200 tags.
  mutating func tags() -> [String] {
    let numbers = (0..<number(below: 5)).map { _ in number(below: 200) }
    return Set(numbers).sorted().map { "tag\($0)" }
  }

  /// Up to three sentences.
  mutating func notes() -> String {
    (0..<number(below: 4)).map { _ in DemoTitle(seed: generator.next()).text + "." }.joined(separator: " ")
  }
}

/// A small random number generator with the same numbers everywhere for the same seed.
///
/// Source: Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (2014).
struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  init(state: UInt64) { self.state = state }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
