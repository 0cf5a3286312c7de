import DocketData
import Foundation
import SwiftData
import Testing

/// A store in memory, or one in a file that several providers open, as several processes would.
struct World {
  let provider: DataProvider
  private let isPreview: Bool

  /// A store in memory.
  init(author: String = "me") {
    provider = DataProvider(storeURL: URL(fileURLWithPath: "/dev/null"), author: author)
    isPreview = true
  }

  /// A store in a file.
  init(_ url: URL, author: String = "me") {
    provider = DataProvider(storeURL: url, author: author)
    isPreview = false
  }

  /// A fresh handler.
  func handler() async throws -> DataHandler { try await provider.dataHandlerCreator(preview: isPreview)() }

  func container() throws -> ModelContainer { try provider.modelContainer(preview: isPreview) }

  /// What is in the store, to be compared: all fields of all items, tags and lists, keys included.
  func snapshot() throws -> Snapshot { try Snapshot(ModelContext(container())) }

  /// The title of each item in the manual order.
  func manualOrder() throws -> [String] {
    let order = ItemOrder(.manual, isAscending: true)
    return try ModelContext(container()).fetch(FetchDescriptor<Item>(sortBy: order.descriptors())).map(\.title)
  }
}

/// Everything that a store holds about items.
struct Snapshot: Hashable {
  let items: [ItemValues]
  let tags: [String]
  let lists: [String]
  let filters: [String]

  init(_ context: ModelContext) throws {
    items = try context.fetch(FetchDescriptor<Item>()).map(ItemValues.init)
    tags = try context.fetch(FetchDescriptor<ItemTag>()).map { "\($0.persistentModelID.primaryKey ?? 0) \($0.name)" }
    lists = try context.fetch(FetchDescriptor<ItemList>()).map { "\($0.persistentModelID.primaryKey ?? 0) \($0.name)" }
    filters = try context.fetch(FetchDescriptor<SavedFilter>()).map { "\($0.name): \($0.query)" }
  }
}

/// Moments that are the same in every run.
enum Moment {
  static let base = Date(timeIntervalSinceReferenceDate: 800_000_000)

  static func after(_ seconds: Double) -> Date { base.addingTimeInterval(seconds) }
}

// MARK: - Dates

/// A moment and a calendar that tests count from: Saturday, 21 November 2026, 14:30 in Berlin, weeks from Monday on.
enum Berlin {
  static let reference = DateReference(
    now: Date(timeIntervalSince1970: 1_795_267_800), calendar: calendar, slashDates: .monthFirst)

  private static var calendar: Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(identifier: "Europe/Berlin") ?? .gmt
    calendar.firstWeekday = 2
    return calendar
  }

  /// The date and time on the wall.
  static func text(_ date: Date) -> String {
    let parts = reference.calendar.dateComponents([.year, .month, .day, .hour, .minute], from: date)
    func two(_ number: Int?) -> String { String(format: "%02d", number ?? 0) }
    let day = "\(parts.year ?? 0)-\(two(parts.month))-\(two(parts.day))"
    return "\(day) \(two(parts.hour)):\(two(parts.minute))"
  }
}

// MARK: - Files

/// A directory that goes away with its owner.
final class TemporaryDirectory {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("items-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The place of the store.
  var store: URL { url.appendingPathComponent("docket.sqlite") }

  var files: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() } }
}

// MARK: - Random values

/// Random numbers that are the same for the same seed.
///
/// Source: Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (2014).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
