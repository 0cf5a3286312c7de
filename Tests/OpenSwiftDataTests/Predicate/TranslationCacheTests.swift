import Foundation
import Testing

@testable import OpenSwiftData

@Suite("Translations that are kept")
struct TranslationCacheTests {
  private typealias Translation = PredicateTranslator.Translation

  private let store: SQLiteStore
  private let table: EntityTable

  init() throws {
    store = try memoryContainer(Specimen.self).store
    table = try store.table(for: Specimen.self)
  }

  private func translated(_ predicate: Predicate<Specimen>) -> Translation {
    var translator = PredicateTranslator(table: table, tables: { try? store.table(for: $0) }, pending: [])
    return translator.translate(predicate)
  }

  private func kept(_ predicate: Predicate<Specimen>, _ cache: TranslationCache) -> Translation {
    cache.translation(of: predicate) { translated(predicate) }
  }

  private func areAlike(_ left: Translation, _ right: Translation) -> Bool {
    left.condition?.sql == right.condition?.sql && left.condition?.arguments == right.condition?.arguments
      && left.isExact == right.isExact && left.lookUps.count == right.lookUps.count
      && left.searchesTexts == right.searchesTexts
      && left.dependencies.properties == right.dependencies.properties
  }

  private func isKept(_ predicate: Predicate<Specimen>, _ cache: TranslationCache) -> Bool {
    var isTranslated = false
    _ = cache.translation(of: predicate) {
      isTranslated = true
      return translated(predicate)
    }
    return !isTranslated
  }

  @Test(arguments: PredicatePropertyTests.all) func areThoseOfTheTranslatorColdAndWarm(_ group: PredicateForms) {
    let cache = TranslationCache([table])
    for form in group.forms {
      for _ in 0..<3 {
        #expect(areAlike(kept(form.predicate, cache), translated(form.predicate)), "\(form.name)")
      }
    }
  }

  /// Each form with every value, so that most translations are cached ones of another value.
  @Test func areThoseOfTheTranslatorForEveryValue() {
    let cache = TranslationCache([table])
    let texts = ["a", "", "K", ";", "é", "e\u{301}", "Kelvin", "straße", "a'b", "%", "\u{0}"]
    for text in texts {
      for predicate in Self.texts(text) { #expect(areAlike(kept(predicate, cache), translated(predicate)), "\(text)") }
    }
    for number in [0, 1, -1, 5, .min, .max] {
      for predicate in Self.numbers(number) {
        #expect(areAlike(kept(predicate, cache), translated(predicate)), "\(number)")
      }
    }
    for real in [0, -0.0, 1.5, .infinity, .nan, 1] {
      for predicate in Self.reals(real) { #expect(areAlike(kept(predicate, cache), translated(predicate)), "\(real)") }
    }
    for flag in [true, false, nil] {
      for predicate in Self.flags(flag) {
        #expect(areAlike(kept(predicate, cache), translated(predicate)), "\(String(describing: flag))")
      }
    }
    for (mood, grade) in zip(Specimen.Mood.allCases, Specimen.Grade.allCases) {
      for predicate in Self.cases(mood, grade) {
        #expect(areAlike(kept(predicate, cache), translated(predicate)), "\(mood), \(grade)")
      }
    }
  }

  @Test func areKeptForCasesOfEnumerations() {
    let cache = TranslationCache([table])
    for predicate in Self.cases(.calm, .low) { #expect(!isKept(predicate, cache)) }
    for predicate in Self.cases(.wild, .high) { #expect(isKept(predicate, cache)) }
    #expect(kept(Self.cases(.busy, .low)[0], cache).condition?.arguments == [.text("busy")])
  }

  /// Most predicates find their rows with SQL that was cached for other values.
  @Test func findTheRowsThatTheirPredicatesAreTrueOf() throws {
    let seed = UInt64.random(in: 0 ... .max)
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let container = try memoryContainer(Specimen.self)
    let context = ModelContext(container)
    for number in 0..<400 { context.insert(Specimen.random(&random, number: number)) }
    try context.save()
    let all = try context.fetch(FetchDescriptor<Specimen>())
    let predicates =
      ["a", "", "K", "e\u{301}", "a'b", "%"].flatMap(Self.texts) + [0, 1, -1, 5].flatMap(Self.numbers)
      + [0, -0.0, 1.5, .infinity].flatMap(Self.reals) + [true, false, nil].flatMap(Self.flags)
      + zip(Specimen.Mood.allCases, Specimen.Grade.allCases).flatMap(Self.cases)
    var keptCount = 0
    for (index, predicate) in predicates.enumerated() {
      if isKept(predicate, container.store.translations) { keptCount += 1 }
      let expected = try all.filter { try predicate.evaluate($0) }.map(\.persistentModelID)
      let found = try ModelContext(container).fetchIdentifiers(FetchDescriptor(predicate: predicate))
      #expect(Set(found) == Set(expected), "predicate \(index), seed \(seed)")
    }
    #expect(keptCount * 2 > predicates.count, "\(keptCount) of \(predicates.count)")
  }

  /// They have more than one nil.
  @Test func areNotKeptForOptionalsOfOptionals() {
    for value: Int?? in [.some(.some(5)), .some(.none), .none] {
      var shape = PredicateShape(row: PredicateExpressions.Variable<Specimen>().key)
      PredicateExpressions.Value(value).describe(in: &shape)
      #expect(shape.marks.isEmpty && shape.values.isEmpty)
    }
    var shape = PredicateShape(row: PredicateExpressions.Variable<Specimen>().key)
    PredicateExpressions.Value(Int?.none).describe(in: &shape)
    PredicateExpressions.Value(Int?.some(5)).describe(in: &shape)
    #expect(shape.marks == [0, 1] && shape.values == [.integer(5)])
  }

  /// Two properties of one type make trees of one type, that differ in their key paths alone.
  @Test func tellPropertiesOfOneTypeApart() {
    let cache = TranslationCache([table])
    for _ in 0..<2 {
      for predicate in [#Predicate<Specimen> { $0.text == "a" }, #Predicate { $0.code == "a" }] {
        #expect(areAlike(kept(predicate, cache), translated(predicate)))
      }
    }
    #expect(
      translated(#Predicate { $0.text == "a" }).condition?.sql
        != translated(#Predicate { $0.code == "a" }).condition?.sql)
  }

  @Test func bindTheValuesAnew() {
    let cache = TranslationCache([table])
    for number in 1...5 {
      let predicate = Self.numbers(number)[0]
      #expect(isKept(predicate, cache) == (number > 1))
      #expect(kept(predicate, cache).condition?.arguments.last == .text("n\(number)"))
    }
  }

  /// The property of a captured value is not that value.
  @Test func areNotKeptForWhatIsTakenOfACapturedValue() {
    let cache = TranslationCache([table])
    for number in [0, 5, -1] {
      let predicate = #Predicate<Specimen> { $0.count == number.byteSwapped }
      #expect(areAlike(kept(predicate, cache), translated(predicate)))
    }
  }

  @Test func areKeptBesideAFullTextIndexUnlessTextsAreSearched() throws {
    let store = try memoryContainer(IndexedText.self).store
    let table = try store.table(for: IndexedText.self)
    let isKept = { (predicate: Predicate<IndexedText>) in
      var isTranslated = false
      _ = store.translations.translation(of: predicate) {
        isTranslated = true
        var translator = PredicateTranslator(table: table, tables: { try? store.table(for: $0) }, pending: [])
        return translator.translate(predicate)
      }
      return !isTranslated
    }
    for round in 0..<2 {
      let text = "some \(round)"
      #expect(isKept(#Predicate { $0.text == text }) == (round == 1))
      #expect(!isKept(#Predicate { $0.text.contains(text) }))
      #expect(!isKept(#Predicate { $0.text == text || $0.text.localizedStandardContains(text) }))
    }
  }

  @Test func findWhatIsSearchedWithAFullTextIndex() throws {
    let container = try memoryContainer(IndexedText.self)
    let context = ModelContext(container)
    for text in ["some words here", "other words there"] { context.insert(IndexedText(text)) }
    try context.save()
    for word in ["some", "w", "there", "here"] {
      let found = try context.fetch(FetchDescriptor<IndexedText>(predicate: #Predicate { $0.text.contains(word) }))
      #expect(found.count == ["some": 1, "w": 2, "there": 1, "here": 2][word], "\(word)")
    }
  }

  // MARK: - Forms

  private static func numbers(_ number: Int) -> [Predicate<Specimen>] {
    let text = "n\(number)"
    let maybe = number == 0 ? nil : Optional(number)
    return [
      #Predicate { $0.count >= number && $0.text.contains(text) },
      #Predicate { number < $0.count || !($0.count != number) },
      #Predicate { $0.optionalCount == maybe },
      #Predicate { $0.optionalCount != maybe },
      #Predicate { $0.count == number && $0.count < number && $0.count > number && $0.count <= number },
      #Predicate { $0.text.count == number },
      #Predicate { number == number && $0.flag },
    ]
  }

  private static func texts(_ text: String) -> [Predicate<Specimen>] {
    let maybe = text.isEmpty ? nil : Optional(text)
    return [
      #Predicate { $0.text == text }, #Predicate { $0.text != text }, #Predicate { $0.text < text },
      #Predicate { $0.optionalText == maybe }, #Predicate { $0.text.starts(with: text) && $0.text == text },
      #Predicate { $0.text.contains(text) || $0.text.localizedStandardContains(text) },
      #Predicate { text == $0.code && $0.optionalText == nil },
    ]
  }

  private static func reals(_ real: Double) -> [Predicate<Specimen>] {
    let (single, date) = (Float(real), Date(timeIntervalSinceReferenceDate: real))
    return [
      #Predicate { $0.real == real }, #Predicate { $0.real < real && $0.single >= single },
      #Predicate { $0.optionalReal == real }, #Predicate { $0.date < date }, #Predicate { $0.optionalDate == date },
    ]
  }

  private static func cases(_ mood: Specimen.Mood, _ grade: Specimen.Grade) -> [Predicate<Specimen>] {
    let maybe = Optional(mood)
    return [
      #Predicate { $0.mood == mood }, #Predicate { $0.mood != mood && $0.grade == grade },
      #Predicate { $0.optionalMood == maybe }, #Predicate { $0.grade < grade },
    ]
  }

  private static func flags(_ flag: Bool?) -> [Predicate<Specimen>] {
    let known = flag ?? false
    return [
      #Predicate { $0.optionalFlag == flag }, #Predicate { $0.flag == known }, #Predicate { $0.flag && !known },
      #Predicate { _ in known },
    ]
  }
}

@Model
private final class IndexedText {
  #FullTextIndex<IndexedText>(\.text)

  var text: String

  init(_ text: String) { self.text = text }
}
