import Foundation
import Testing

@testable import OpenSwiftData

/// The complaint: no aggregates without loading.
@Suite("Aggregates are computed without loading models")
struct AggregateTests {
  let container: ModelContainer
  let context: ModelContext

  init() throws {
    container = try memoryContainer(Note.self)
    context = ModelContext(container)
  }

  private func add(_ title: String, _ fill: (Note) -> Void = { _ in }) throws {
    let writer = ModelContext(container)
    let note = Note(title: title)
    fill(note)
    writer.insert(note)
    try writer.save()
  }

  @Test func infinitiesThatCancelEachOtherAreNoNumber() throws {
    try add("up") { $0.weight = .infinity }
    #expect(try context.fetchAggregate(.sum(\Note.weight)) == .infinity)
    try add("down") { $0.weight = -.infinity }
    try add("none") { $0.weight = nil }
    #expect(try context.fetchAggregate(.sum(\Note.weight)).isNaN)
    #expect(try context.fetchAggregate(.average(\Note.weight))?.isNaN == true)
    let isNone = #Predicate<Note> { $0.title == "none" }
    #expect(try context.fetchAggregate(.sum(\Note.weight), where: isNone) == 0)
    #expect(try context.fetchAggregate(.average(\Note.weight), where: isNone) == nil)
  }

  @Test func aKeyPathThatCanNotBeUsedIsNamed() throws {
    #expect { try context.fetchAggregate(.max(\Note.words)) } throws: { "\($0)".contains("Note.words has no order") }
    #expect { try context.fetchAggregate(.max(\Note.scratch)) } throws: { "\($0)".contains("attribute of Note") }
  }

  @Test func countsAndSumsAndExtremesAreThoseOfSwift() throws {
    let seed = UInt64.random(in: 0 ... .max)
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    for step in 0..<200 {
      try add("\(step % 17)") { note in
        note.count = Int.random(in: -1_000...1_000, using: &random)
        note.weight = Bool.random(using: &random) ? nil : Double(Int.random(in: -64...64, using: &random)) / 8
        note.amount = Decimal(Int.random(in: -99_999...99_999, using: &random)) / 100
        note.date = Date(timeIntervalSinceReferenceDate: Double(Int.random(in: 0...1_000, using: &random)))
        note.big = UInt64(Int64.random(in: 0...1_000, using: &random)) + (1 << 56)
      }
    }
    let isWanted = #Predicate<Note> { $0.count > -500 }
    let notes = try ModelContext(container).fetch(FetchDescriptor<Note>(predicate: isWanted))
    // Outside of the macro, which the compiler takes long to check with sums in it.
    let (weights, counts, amounts, bigs) = (
      notes.compactMap(\Note.weight), notes.map(\.count), notes.map(\.amount), notes.map(\.big)
    )
    let countSum: Int = counts.reduce(0, +)
    let weightSum: Double = weights.reduce(0, +)
    let amountSum: Decimal = amounts.reduce(0, +)
    let bigSum: UInt64 = bigs.reduce(0, +)
    #expect(try context.fetchAggregate(.count, where: isWanted) == notes.count)
    #expect(try context.fetchAggregate(.count(\Note.weight), where: isWanted) == weights.count)
    #expect(try context.fetchAggregate(.count(distinct: \.title), where: isWanted) == Set(notes.map(\.title)).count)
    #expect(try context.fetchAggregate(.sum(\.count), where: isWanted) == countSum)
    #expect(try context.fetchAggregate(.sum(\Note.weight), where: isWanted) == weightSum)
    #expect(try context.fetchAggregate(.sum(\.amount), where: isWanted) == amountSum)
    #expect(try context.fetchAggregate(.sum(\.big), where: isWanted) == bigSum)
    #expect(try context.fetchAggregate(.min(\.date), where: isWanted) == notes.map(\.date).min())
    #expect(try context.fetchAggregate(.max(\Note.weight), where: isWanted) == weights.max())
    #expect(try context.fetchAggregate(.min(\.amount), where: isWanted) == amounts.min())
    #expect(try context.fetchAggregate(.max(\.amount), where: isWanted) == amounts.max())
    #expect(try context.fetchAggregate(.max(\.big), where: isWanted) == bigs.max())
    #expect(try context.fetchAggregate(.min(\.title), where: isWanted) == notes.map(\.title).min())
    let average = Double(countSum) / Double(notes.count)
    #expect(abs(try #require(try context.fetchAggregate(.average(\.count), where: isWanted)) - average) < 1e-9)
    let averageAmount = amountSum / Decimal(notes.count)
    #expect(try context.fetchAggregate(.average(\.amount), where: isWanted) == averageAmount)
    let table = try container.store.table(for: Note.self)
    #expect(context.identityMap.models(table.identity, in: 1...Int64.max).isEmpty)
  }

  @Test func nothingAddsUpToZeroAndHasNoExtremes() throws {
    #expect(try context.fetchAggregate(Aggregate<Note, Int>.count) == 0)
    #expect(try context.fetchAggregate(.sum(\Note.count)) == 0)
    #expect(try context.fetchAggregate(.sum(\Note.amount)) == 0)
    #expect(try context.fetchAggregate(.sum(\Note.big)) == 0)
    #expect(try context.fetchAggregate(.average(\Note.count)) == nil)
    #expect(try context.fetchAggregate(.average(\Note.amount)) == nil)
    #expect(try context.fetchAggregate(.min(\Note.date)) == nil)
    #expect(try context.fetchAggregate(.max(\Note.amount)) == nil)
  }

  @Test func decimalsAddUpExactly() throws {
    for _ in 0..<10 { try add("tenth") { $0.amount = Decimal(1) / 10 } }
    try add("large") { $0.amount = Decimal(string: "90071992547409930000.01") ?? 0 }
    #expect(try context.fetchAggregate(.sum(\Note.amount)) == Decimal(string: "90071992547409930001.01"))
  }

  @Test func aSumThatDoesNotFitIsATypedError() throws {
    try add("1") { note in
      (note.count, note.big) = (.max, .max)
      note.amount = Decimal(string: "1e100") ?? 0
    }
    try add("2") { note in
      (note.count, note.big) = (1, 1)
      note.amount = 1
    }
    #expect(throws: SwiftDataError.arithmeticOverflow) { try context.fetchAggregate(.sum(\Note.count)) }
    #expect(throws: SwiftDataError.arithmeticOverflow) { try context.fetchAggregate(.sum(\Note.big)) }
    #expect(throws: SwiftDataError.arithmeticOverflow) { try context.fetchAggregate(.sum(\Note.amount)) }
    #expect(try context.fetchAggregate(.max(\Note.count)) == .max)
  }

  @Test func unsavedChangesDoNotCount() throws {
    try add("saved")
    context.insert(Note(title: "unsaved"))
    #expect(try context.fetchAggregate(Aggregate<Note, Int>.count) == 1)
  }

  @Test func aPredicateThatSQLCannotSayIsHonoured() throws {
    for count in 0..<10 {
      try add("\(count)") { note in
        note.count = count
        note.words = count < 4 ? ["w"] : []
      }
    }
    #expect(
      try context.fetchAggregate(.sum(\.count), where: #Predicate<Note> { $0.words.isEmpty }) == 4 + 5 + 6 + 7 + 8 + 9)
  }

  @Test func attributesWithoutAnOrderHaveNoExtremes() throws {
    #expect(throws: SwiftDataError.unsupportedKeyPath) { try context.fetchAggregate(.max(\Note.words)) }
    #expect(throws: SwiftDataError.unsupportedKeyPath) { try context.fetchAggregate(.max(\Note.scratch)) }
  }

  @Test func groupsHaveTheirNumbersInOrder() throws {
    for (title, mood, count) in [("a", Note.Mood.calm, 1), ("b", .busy, 10), ("c", .calm, 100)] {
      try add(title) { ($0.mood, $0.count) = (mood, count) }
    }
    let groups = try context.fetch(GroupedAggregate(by: \Note.mood, .count, .sum(\.count), .max(\.title)))
    #expect(groups.map(\.key) == [.busy, .calm])
    #expect(groups.map(\.values.0) == [1, 2])
    #expect(groups.map(\.values.1) == [10, 101])
    #expect(groups.map(\.values.2) == ["b", "c"])
  }

  @Test func groupsOfNilAndOfTwoAttributes() throws {
    for (subtitle, done) in [(nil, true), ("x", true), (nil, false), ("x", true)] as [(String?, Bool)] {
      try add("") { ($0.subtitle, $0.isDone) = (subtitle, done) }
    }
    let one = try context.fetch(GroupedAggregate(by: \Note.subtitle, .count))
    #expect(one.map(\.key) == [nil, "x"])
    #expect(one.map(\.values) == [2, 2])
    let two = try context.fetch(GroupedAggregate(by: \Note.subtitle, and: \Note.isDone, .count), where: nil)
    #expect(two.map(\.key.0) == [nil, nil, "x"])
    #expect(two.map(\.key.1) == [false, true, true])
    #expect(two.map(\.values) == [1, 1, 2])
  }
}
