import Foundation
import Testing

@testable import OpenSwiftData

/// Each predicate is asked three times: of rows in the store, of unsaved models in a context, one by one in memory.
@Suite("A predicate answers the same of saved rows, of pending ones, and in memory")
struct ThreeWayPredicateTests {
  @Test func aDivisionByZeroFailsTheWholeDisjunction() throws {
    let context = ModelContext(try memoryContainer(Exhibit.self))
    for (count, flag) in [(0, false), (0, true), (5, false), (5, true), (20, true)] {
      let exhibit = Exhibit(number: count)
      (exhibit.count, exhibit.flag) = (count, flag)
      context.insert(exhibit)
    }
    let predicate = #Predicate<Exhibit> { (10 / $0.count > 1 && $0.flag) || !$0.flag }
    let matching = { try context.fetch(FetchDescriptor(predicate: predicate)).map { "\($0.number) \($0.flag)" } }
    #expect(try matching().sorted() == ["5 false", "5 true"])
    try context.save()
    #expect(try matching().sorted() == ["5 false", "5 true"])
    #expect(try context.isSaidBySQL(predicate))
  }

  @Test func aFailingPartDoesNotKeepTheOthersFromTheirIndex() throws {
    let context = ModelContext(try memoryContainer(Exhibit.self))
    let text = "cafe"
    let plan = try context.plan(
      FetchDescriptor<Exhibit>(predicate: #Predicate { 10 / $0.count > 1 && $0.indexed == text }))
    #expect(plan.contains("SEARCH"), "\(plan)")
  }

  @Test func theTextOfARelativeURLIsThatOfTheWhole() throws {
    let context = ModelContext(try memoryContainer(Exhibit.self))
    for (number, link) in Exhibit.links.enumerated() {
      let exhibit = Exhibit(number: number)
      exhibit.link = link
      context.insert(exhibit)
    }
    try context.save()
    let whole = "http://a.b/c/d"
    let same = #Predicate<Exhibit> { $0.link?.absoluteString == whole }
    let found = try context.fetch(FetchDescriptor(predicate: same, sortBy: [SortDescriptor(\.number)]))
    #expect(found.map(\.number) == [0, 1])
    let long = #Predicate<Exhibit> { ($0.link?.absoluteString.contains("a.b/e")) == true }
    #expect(try context.fetchCount(FetchDescriptor(predicate: long)) == 2)
  }

  @Test func anEqualityOfOnesOwnIsAskedAsItIs() throws {
    let context = ModelContext(try memoryContainer(Exhibit.self))
    for (number, text) in ["apple", "Apple", "pear"].enumerated() {
      let exhibit = Exhibit(number: number)
      exhibit.label = Exhibit.Label(rawValue: text)
      exhibit.tone = [.low, .deep, .high][number]
      context.insert(exhibit)
    }
    try context.save()
    let (label, labels) = (Exhibit.Label(rawValue: "APPLE"), [Exhibit.Label(rawValue: "APPLE")])
    #expect(try numbers(#Predicate { $0.label == label }, context) == [0, 1])
    #expect(try numbers(#Predicate { $0.label != label }, context) == [2])
    #expect(try numbers(#Predicate { labels.contains($0.label) }, context) == [0, 1])
    let tone = Exhibit.Tone.deep
    #expect(try numbers(#Predicate { $0.tone == tone }, context) == [0, 1])
  }

  /// Many unsaved models are looked up by their hashes, which do not agree with such an equality.
  @Test func anEqualityOfOnesOwnIsAskedOfManyUnsavedModels() throws {
    let context = ModelContext(try memoryContainer(Exhibit.self))
    for number in 0..<200 {
      let exhibit = Exhibit(number: number)
      exhibit.tone = [.low, .deep, .high][number % 3]
      context.insert(exhibit)
    }
    let tone = Exhibit.Tone.deep
    #expect(try context.fetchCount(FetchDescriptor<Exhibit>(predicate: #Predicate { $0.tone == tone })) == 134)
  }

  /// The library tries such types out with samples of its own.
  @Test func anEqualityOfOnesOwnMayReckonWithRawValues() {
    #expect(!RawEquality.isOfRawValues(Bearing<Int>.self))
    #expect(!RawEquality.isOfRawValues(Bearing<Int8>.self))
    #expect(!RawEquality.isOfRawValues(Bearing<Int16>.self))
  }

  private struct Bearing<Number: FixedWidthInteger & SignedInteger>: RawRepresentable, Equatable {
    let rawValue: Number

    static func == (left: Bearing, right: Bearing) -> Bool { abs(left.rawValue - right.rawValue) % 12 == 0 }
  }

  @Test func theEqualityOfRawValuesIsLeftToAnIndex() throws {
    let context = ModelContext(try memoryContainer(Exhibit.self))
    let (code, size) = (Exhibit.Code(rawValue: "x"), Exhibit.Size.large)
    for predicate in [#Predicate<Exhibit> { $0.code == code }, #Predicate<Exhibit> { $0.size == size }] {
      #expect(try context.isSaidBySQL(predicate))
      #expect(try context.plan(FetchDescriptor(predicate: predicate)).contains("SEARCH"))
    }
  }

  /// SQLite makes one IN of them, by the collation of the left side.
  @Test func severalTextsThatHaveSeveralFormsAreAskedForTogether() throws {
    let context = ModelContext(try memoryContainer(Exhibit.self))
    let texts = ["\u{E9}", "e\u{301}", "\u{E4}", "a\u{308}", "x"]
    for (number, text) in texts.enumerated() {
      let exhibit = Exhibit(number: number)
      exhibit.code = Exhibit.Code(rawValue: text)
      exhibit.indexed = text
      context.insert(exhibit)
    }
    try context.save()
    let long = String(repeating: "\u{E9}", count: 40)
    let codes = [texts[0], texts[2], long].map { Exhibit.Code(rawValue: $0) }
    #expect(try numbers(#Predicate { $0.code == codes[0] || $0.code == codes[1] }, context) == [0, 1, 2, 3])
    #expect(try numbers(#Predicate { $0.code == codes[2] || $0.code == codes[2] }, context) == [])
    let (first, second) = (texts[0], texts[2])
    #expect(try numbers(#Predicate { $0.indexed == first || $0.indexed == second }, context) == [0, 1, 2, 3])
    #expect(try numbers(#Predicate { $0.code == codes[0] || $0.code == codes[0] }, context) == [0, 1])
  }

  @Test func whateverPartsItIsMadeOf() throws {
    let seed = UInt64.random(in: 0 ... .max)
    print("exhibits of seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let saved = ModelContext(try memoryContainer(Exhibit.self))
    let pending = ModelContext(try memoryContainer(Exhibit.self))
    for number in 0..<300 {
      var copy = random
      saved.insert(Exhibit.random(&random, number: number))
      pending.insert(Exhibit.random(&copy, number: number))
    }
    try saved.save()
    let all = try saved.fetch(FetchDescriptor<Exhibit>(sortBy: [SortDescriptor(\.number)]))
    for round in 0..<300 {
      let form = ExhibitCondition.random(&random, depth: 3)
      let memory = MemoryPredicate(form.predicate)
      let expected = all.filter(memory.matches).map(\.number)
      #expect(expected == all.filter { form.holds($0) ?? false }.map(\.number), "seed \(seed), \(round): \(form)")
      #expect(try numbers(form.predicate, saved) == expected, "saved; seed \(seed), \(round): \(form)")
      #expect(try numbers(form.predicate, pending) == expected, "pending; seed \(seed), \(round): \(form)")
    }
  }

  private func numbers(_ predicate: Predicate<Exhibit>, _ context: ModelContext) throws -> [Int] {
    try context.fetch(FetchDescriptor(predicate: predicate)).map(\.number).sorted()
  }
}

/// A condition in two forms: as a predicate, and in plain Swift, where nil is a failure.
private indirect enum ExhibitCondition: CustomStringConvertible {
  case atom(String, Predicate<Exhibit>, (Exhibit) -> Bool?)
  case all([ExhibitCondition])
  case any([ExhibitCondition])
  case not(ExhibitCondition)

  static func random(_ random: inout SeededGenerator, depth: Int) -> ExhibitCondition {
    let kind = depth == 0 ? 0 : Int.random(in: 0..<4, using: &random)
    let parts = { (random: inout SeededGenerator) in
      (0..<random.pick([2, 2, 3])).map { _ in Self.random(&random, depth: depth - 1) }
    }
    switch kind {
    case 1: return .all(parts(&random))
    case 2: return .any(parts(&random))
    case 3: return .not(Self.random(&random, depth: depth - 1))
    default: return random.pick(atoms())
    }
  }

  var predicate: Predicate<Exhibit> {
    switch self {
    case .atom(_, let predicate, _): predicate
    case .all(let parts): Predicate(all: parts.map(\.predicate))
    case .any(let parts): Predicate(any: parts.map(\.predicate))
    case .not(let part): Predicate(not: part.predicate)
    }
  }

  /// Evaluates from left to right as Swift's operators do; nil as soon as a part that is needed fails.
  func holds(_ exhibit: Exhibit) -> Bool? {
    switch self {
    case .atom(_, _, let holds): return holds(exhibit)
    case .all(let parts):
      for part in parts {
        guard let holds = part.holds(exhibit) else { return nil }
        if !holds { return false }
      }
      return true
    case .any(let parts):
      for part in parts {
        guard let holds = part.holds(exhibit) else { return nil }
        if holds { return true }
      }
      return false
    case .not(let part): return part.holds(exhibit).map { !$0 }
    }
  }

  var description: String {
    switch self {
    case .atom(let name, _, _): name
    case .all(let parts): "(\(parts.map(\.description).joined(separator: " && ")))"
    case .any(let parts): "(\(parts.map(\.description).joined(separator: " || ")))"
    case .not(let part): "!\(part)"
    }
  }

  private static func atoms() -> [ExhibitCondition] {
    let (text, whole, label) = ("caf\u{E9}", "http://a.b/c/d", Exhibit.Label(rawValue: "ITEM 9"))
    let (tone, code, base) = (Exhibit.Tone.deep, Exhibit.Code(rawValue: "e\u{301}"), "f")
    return [
      .atom("10 / count > 1", #Predicate { 10 / $0.count > 1 }) { $0.count == 0 ? nil : 10 / $0.count > 1 },
      .atom("7 % count == 1", #Predicate { 7 % $0.count == 1 }) { $0.count == 0 ? nil : 7 % $0.count == 1 },
      .atom("optionalCount! > 0", #Predicate { $0.optionalCount! > 0 }) { $0.optionalCount.map { $0 > 0 } },
      .atom("(optionalCount ?? 0) == 0", #Predicate { ($0.optionalCount ?? 0) == 0 }) { ($0.optionalCount ?? 0) == 0 },
      .atom("flag", #Predicate { $0.flag }) { $0.flag },
      .atom("indexed == café", #Predicate { $0.indexed == text }) { $0.indexed == text },
      .atom("plain < f", #Predicate { $0.plain < base }) { $0.plain < base },
      .atom("indexed >= f", #Predicate { $0.indexed >= base }) { $0.indexed >= base },
      .atom("optional == nil", #Predicate { $0.optional == nil }) { $0.optional == nil },
      .atom("optional == café", #Predicate { $0.optional == text }) { $0.optional == text },
      .atom("link whole", #Predicate { $0.link?.absoluteString == whole }) { $0.link?.absoluteString == whole },
      .atom("label", #Predicate { $0.label == label }) { $0.label == label },
      .atom("tone", #Predicate { $0.tone != tone }) { $0.tone != tone },
      .atom("code", #Predicate { $0.code == code }) { $0.code == code },
      .atom("shown == ITEM 9", #Predicate { $0.shown == "ITEM 9" }) { $0.shown == "ITEM 9" },
    ]
  }
}
