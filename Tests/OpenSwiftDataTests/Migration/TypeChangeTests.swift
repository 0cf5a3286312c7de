import Foundation
import OpenSwiftData
import Testing

@Suite("Attributes that change their type")
struct TypeChangeTests {
  let store: TemporaryStore

  init() throws {
    store = try TemporaryStore()
    try store.fill(Values1.self) { context in
      for number in 1...3 { context.insert(Values1.Value(number)) }
    }
  }

  @Test func valuesThatLoseNothingAreConverted() throws {
    let values = try ModelContext(store.open(Values2.self))
      .fetch(FetchDescriptor<Values2.Value>(sortBy: [SortDescriptor(\.whole)]))
    #expect(values.map(\.whole) == [1, 2, 3])
    #expect(values.map(\.fraction) == [1, 2, 3])
    #expect(values.map(\.large) == [1, 2, 3])
    #expect(values.map(\.flag) == [1, 0, 0])
    #expect(values.map(\.digits) == [1, 2, 3])
    #expect(values.map(\.mood) == [.calm, .calm, .calm])
    #expect(values.map(\.date) == [1, 2, 3])
    #expect(values.map { $0.place.first?.name } == ["place 1", "place 2", "place 3"])
    #expect(values.map(\.optional) == [nil, 2, 3])
    #expect(
      try store.sqlite("SELECT typeof(whole) || typeof(fraction) || typeof(optional) FROM Value WHERE id = 2")
        == "realintegertext")
  }

  @Test(arguments: [
    ("UPDATE Value SET fraction = 2.5 WHERE id = 2", "Value.fraction", "Double"),
    ("UPDATE Value SET whole = 9007199254740993 WHERE id = 2", "Value.whole", "Int"),
    ("UPDATE Value SET large = 1 WHERE id = 2", "Value.large", "UInt64"),
    ("UPDATE Value SET digits = '2x' WHERE id = 2", "Value.digits", "String"),
    ("UPDATE Value SET mood = 'sleepy' WHERE id = 2", "Value.mood", "String"),
    ("UPDATE Value SET place = '[{\"nom\":\"x\"}]' WHERE id = 2", "Value.place", "Place"),
  ])
  func valuesThatWouldBeLostAreNamedByPropertyAndRow(_ change: String, _ property: String, _ type: String) async throws
  {
    try store.sqlite(change)
    let before = try store.sqlite("SELECT * FROM Value")
    #expect { try store.open(Values2.self) } throws: { isMismatch($0, naming: property, type, "1 value", "row 2") }
    #expect(try store.sqlite("SELECT * FROM Value") == before)
    try await waitUntil("no other file is left") { try store.files == ["store.sqlite"] }
  }

  @Test func aChangeThatNoRuleCoversIsRefusedBeforeAnythingIsWritten() throws {
    let before = try Data(contentsOf: store.url)
    #expect { try store.open(ValuesOdd.self) } throws: { isMismatch($0, naming: "Value.whole", "Int", "Date") }
    #expect(try Data(contentsOf: store.url) == before)
  }
}

// MARK: - Models

/// Values whose types change.
enum Values1: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Value.self] }
  static let versionIdentifier = Schema.Version(1, 0, 0)

  @Model final class Value {
    enum Mood: String, Codable { case calm, busy, wild }
    struct Place: Codable, Equatable { var name: String }
    var whole: Int
    var fraction: Double
    var large: UInt64
    var flag: Bool
    var digits: String
    var mood: String
    var date: Date
    var place: [Place]
    var optional: Int?

    init(_ number: Int) {
      whole = number
      fraction = Double(number)
      large = UInt64(number)
      flag = number == 1
      digits = String(number)
      mood = "calm"
      date = Date(timeIntervalSinceReferenceDate: Double(number))
      place = [Place(name: "place \(number)")]
      optional = number == 1 ? nil : number
    }
  }
}

enum Values2: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Value.self] }
  static let versionIdentifier = Schema.Version(2, 0, 0)

  @Model final class Value {
    struct Spot: Codable, Equatable { var name: String, floor: Int? }
    var whole: Double
    var fraction: Int
    var large: Int
    var flag: Int
    var digits: Int
    var mood: Values1.Value.Mood
    var date: Double
    var place: [Spot]
    var optional: Decimal?

    init() {
      (whole, fraction, large, flag, digits, mood, date) = (0, 0, 0, 0, 0, .calm, 0)
      place = []
    }
  }
}

/// A change that no rule covers.
enum ValuesOdd: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Value.self] }
  static let versionIdentifier = Schema.Version(2, 0, 0)

  @Model final class Value {
    var whole: Date
    init() { whole = Date() }
  }
}
