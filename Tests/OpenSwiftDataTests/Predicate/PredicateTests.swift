import Foundation
import OpenSwiftData
import Testing

@Suite("A predicate answers in SQL what it answers in memory")
struct PredicateTests {
  /// A form of predicate, by its name.
  struct Form: Sendable, CustomTestStringConvertible {
    let name: String
    let predicate: Predicate<Note>
    var testDescription: String { name }
  }

  static let forms: [Form] = {
    let date = Date(timeIntervalSinceReferenceDate: 3)
    let amount = Decimal(9.5)
    let titles = ["a", "Ab", "é"]
    let counts = [1, 2]
    let none: String? = nil
    let calm = Note.Mood.calm
    return [
      Form(name: "==", predicate: #Predicate { $0.title == "Ab" }),
      Form(name: "!=", predicate: #Predicate { $0.title != "Ab" }),
      Form(name: "<", predicate: #Predicate { $0.count < 2 }),
      Form(name: ">=", predicate: #Predicate { $0.count >= 2 }),
      Form(name: "date ==", predicate: #Predicate { $0.date == date }),
      Form(name: "date <=", predicate: #Predicate { $0.date <= date }),
      Form(name: "bool", predicate: #Predicate { $0.isDone }),
      Form(name: "not", predicate: #Predicate { !$0.isDone }),
      Form(name: "and", predicate: #Predicate { $0.isDone && $0.count > 1 }),
      Form(name: "or", predicate: #Predicate { $0.isDone || $0.count > 1 }),
      Form(name: "== nil", predicate: #Predicate { $0.subtitle == nil }),
      Form(name: "!= nil", predicate: #Predicate { $0.subtitle != nil }),
      Form(name: "captured nil", predicate: #Predicate { $0.subtitle == none }),
      Form(name: "optional == value", predicate: #Predicate { $0.subtitle == "sub" }),
      Form(name: "??", predicate: #Predicate { ($0.subtitle ?? "none") == "none" }),
      Form(name: "optional chain", predicate: #Predicate { $0.subtitle?.contains("u") == true }),
      Form(name: "contains", predicate: #Predicate { $0.title.contains("b") }),
      Form(name: "starts", predicate: #Predicate { $0.title.starts(with: "A") }),
      Form(name: "localizedStandardContains", predicate: #Predicate { $0.title.localizedStandardContains("E") }),
      Form(name: "list", predicate: #Predicate { titles.contains($0.title) }),
      Form(name: "not in list", predicate: #Predicate { !counts.contains($0.count) }),
      Form(name: "range", predicate: #Predicate { (1...2).contains($0.count) }),
      Form(name: "arithmetic", predicate: #Predicate { $0.count * 2 - 1 == 3 }),
      Form(name: "ternary", predicate: #Predicate { $0.isDone ? $0.count == 1 : $0.count == 2 }),
      Form(name: "enumeration", predicate: #Predicate { $0.mood == calm }),
      Form(name: "decimal <", predicate: #Predicate { $0.amount < amount }),
      Form(name: "decimal ==", predicate: #Predicate { $0.amount == amount }),
      Form(name: "always", predicate: #Predicate { _ in true }),
      Form(name: "in memory", predicate: #Predicate { $0.words.count == 1 }),
    ]
  }()

  @Test(arguments: forms) func sqlAgreesWithMemory(_ form: Form) throws {
    let seed = UInt64.random(in: 0 ... .max)
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let context = ModelContext(try memoryContainer(Note.self))
    for _ in 0..<300 { context.insert(note(&random)) }
    try context.save()
    let all = try context.fetch(FetchDescriptor<Note>())
    let expected = try all.filter { try form.predicate.evaluate($0) }.map(\.persistentModelID)
    let found = try context.fetchIdentifiers(FetchDescriptor(predicate: form.predicate))
    #expect(found == expected)
    #expect(try context.fetchCount(FetchDescriptor(predicate: form.predicate)) == expected.count)
  }

  @Test func identifiersInPredicates() throws {
    let context = ModelContext(try memoryContainer(Note.self))
    for number in 0..<5 { context.insert(Note(title: "\(number)")) }
    try context.save()
    let ids = try Array(context.fetchIdentifiers(FetchDescriptor<Note>()).prefix(2))
    let one = ids[1]
    let list = try context.fetch(FetchDescriptor<Note>(predicate: #Predicate { ids.contains($0.persistentModelID) }))
    #expect(list.map(\.title) == ["0", "1"])
    let single = try context.fetch(FetchDescriptor<Note>(predicate: #Predicate { $0.persistentModelID == one }))
    #expect(single.map(\.title) == ["1"])
  }

  private func note(_ random: inout SeededGenerator) -> Note {
    let note = Note(title: ["a", "Ab", "b", "é", "E\u{301}", "", "aBc%_"].randomElement(using: &random) ?? "")
    note.date = Date(timeIntervalSinceReferenceDate: Double(Int.random(in: 0..<6, using: &random)))
    note.count = Int.random(in: 0..<4, using: &random)
    note.isDone = Bool.random(using: &random)
    note.amount = [9, 10, 100, 2.5, 9.5].randomElement(using: &random) ?? 0
    note.subtitle = [nil, "sub", "", "other"].randomElement(using: &random) ?? nil
    note.mood = Bool.random(using: &random) ? .calm : .busy
    note.words = Array(repeating: "w", count: Int.random(in: 0..<3, using: &random))
    return note
  }
}
