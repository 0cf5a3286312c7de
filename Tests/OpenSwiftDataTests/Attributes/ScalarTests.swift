import Foundation
import OpenSwiftData
import Testing

@Suite("Every type of attribute comes back to the bit, or is refused by a typed error")
struct ScalarTests {
  @Test func everyTypeAtItsLimits() throws {
    let store = try TemporaryStore()
    try save(in: store) { all in
      all.bool = true
      all.int = .min
      all.int8 = .min
      all.int16 = .max
      all.int32 = .min
      all.int64 = .max
      all.uint = .max
      all.uint8 = .max
      all.uint16 = .max
      all.uint32 = .max
      all.uint64 = 1 << 63
      all.float = .greatestFiniteMagnitude
      all.double = .leastNonzeroMagnitude
      all.cgFloat = -1.5
      all.decimal = .greatestFiniteMagnitude
      all.uuid = try #require(UUID(uuidString: "00000000-0000-0000-0000-0000000000FF"))
      all.url = try #require(URL(string: "a/b?c#d", relativeTo: URL(string: "https://example.org/x/")))
      all.data = Data(0...255)
      all.date = Date(timeIntervalSinceReferenceDate: 0.1 + 0.2)
      all.string = "a\0b\u{FEFF}e\u{301}\u{10FFFF}"
      all.level = .high
      all.label = .blue
      all.flags = Scalars.Flags(rawValue: 5)
      all.event = .moved(x: 3, y: nil)
      all.array = [1, .max]
      all.doubles = [.infinity, -.infinity, 0.1]
      all.dictionary = ["now": Date(timeIntervalSinceReferenceDate: 1 / 3)]
      all.set = [0, .max]
      all.nested = [["a": [Decimal(string: "0.1") ?? 0]]]
    }
    let all = try load(from: store)
    #expect(all.bool)
    #expect(all.int == .min)
    #expect(all.int8 == .min)
    #expect(all.int16 == .max)
    #expect(all.int32 == .min)
    #expect(all.int64 == .max)
    #expect(all.uint == .max)
    #expect(all.uint8 == .max)
    #expect(all.uint16 == .max)
    #expect(all.uint32 == .max)
    #expect(all.uint64 == 1 << 63)
    #expect(all.float == .greatestFiniteMagnitude)
    #expect(all.double == .leastNonzeroMagnitude)
    #expect(all.cgFloat == -1.5)
    #expect(all.decimal == .greatestFiniteMagnitude)
    #expect(all.uuid == UUID(uuidString: "00000000-0000-0000-0000-0000000000FF"))
    #expect(all.url == URL(string: "a/b?c#d", relativeTo: URL(string: "https://example.org/x/")))
    #expect(all.data == Data(0...255))
    #expect(all.date.timeIntervalSinceReferenceDate.bitPattern == (0.1 + 0.2).bitPattern)
    #expect(Array(all.string.utf8) == Array("a\0b\u{FEFF}e\u{301}\u{10FFFF}".utf8))
    #expect(all.level == .high)
    #expect(all.label == .blue)
    #expect(all.flags == Scalars.Flags(rawValue: 5))
    #expect(all.event == .moved(x: 3, y: nil))
    #expect(all.array == [1, .max])
    #expect(all.doubles == [.infinity, -.infinity, 0.1])
    #expect(all.dictionary == ["now": Date(timeIntervalSinceReferenceDate: 1 / 3)])
    #expect(all.set == [0, .max])
    #expect(all.nested == [["a": [Decimal(string: "0.1") ?? 0]]])
  }

  @Test func optionalsHoldNilAndValues() throws {
    let store = try TemporaryStore()
    try save(in: store) { _ in }
    let empty = try load(from: store)
    #expect(empty.optionalBool == nil)
    #expect(empty.optionalInt == nil)
    #expect(empty.optionalUInt64 == nil)
    #expect(empty.optionalFloat == nil)
    #expect(empty.optionalDecimal == nil)
    #expect(empty.optionalUUID == nil)
    #expect(empty.optionalURL == nil)
    #expect(empty.optionalData == nil)
    #expect(empty.optionalDate == nil)
    #expect(empty.optionalString == nil)
    #expect(empty.optionalLevel == nil)
    #expect(empty.optionalEvent == nil)
    #expect(empty.optionalArray == nil)

    let other = try TemporaryStore()
    let uuid = UUID()
    try save(in: other) { all in
      all.optionalBool = false
      all.optionalInt = 0
      all.optionalUInt64 = 0
      all.optionalFloat = -.infinity
      all.optionalDecimal = -1.5
      all.optionalUUID = uuid
      all.optionalURL = URL(string: "mailto:a@b.org")
      all.optionalData = Data()
      all.optionalDate = .distantFuture
      all.optionalString = ""
      all.optionalLevel = .low
      all.optionalEvent = .named("")
      all.optionalArray = []
    }
    let full = try load(from: other)
    #expect(full.optionalBool == false)
    #expect(full.optionalInt == 0)
    #expect(full.optionalUInt64 == 0)
    #expect(full.optionalFloat == -.infinity)
    #expect(full.optionalDecimal == -1.5)
    #expect(full.optionalUUID == uuid)
    #expect(full.optionalURL == URL(string: "mailto:a@b.org"))
    #expect(full.optionalData == Data())
    #expect(full.optionalDate == .distantFuture)
    #expect(full.optionalString == "")
    #expect(full.optionalLevel == .low)
    #expect(full.optionalEvent == .named(""))
    #expect(full.optionalArray == [])
  }

  /// A change to a value that can't be saved.
  struct Refusal: Sendable, CustomTestStringConvertible {
    let property: String
    let change: @Sendable (Scalars) -> Void
    var testDescription: String { property }
  }

  static let refusals = [
    Refusal(property: "double") { $0.double = .nan },
    Refusal(property: "float") { $0.float = .nan },
    Refusal(property: "cgFloat") { $0.cgFloat = .nan },
    Refusal(property: "decimal") { $0.decimal = .nan },
    Refusal(property: "optionalFloat") { $0.optionalFloat = .nan },
    Refusal(property: "date") { $0.date = Date(timeIntervalSinceReferenceDate: .nan) },
  ]

  @Test(arguments: refusals) func whatHasNoNumberIsRefused(_ refusal: Refusal) throws {
    let context = ModelContext(try memoryContainer(Scalars.self))
    let all = Scalars()
    refusal.change(all)
    context.insert(all)
    let error = #expect(throws: SwiftDataError.self) { try context.save() }
    #expect(error?.explanation == "Scalars.\(refusal.property): NaN can't be stored without loss.")
    context.delete(all)
    context.insert(Scalars())
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Scalars>()) == 1)
  }

  private func save(in store: TemporaryStore, _ change: (Scalars) throws -> Void) throws {
    let context = ModelContext(try store.container(Scalars.self))
    let all = Scalars()
    try change(all)
    context.insert(all)
    try context.save()
  }

  private func load(from store: TemporaryStore) throws -> Scalars {
    let context = ModelContext(try store.container(Scalars.self))
    return try #require(try context.fetch(FetchDescriptor<Scalars>()).first)
  }
}
