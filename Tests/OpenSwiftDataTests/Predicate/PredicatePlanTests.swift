import Foundation
import Testing

@testable import OpenSwiftData

@Suite("What SQL is asked")
struct PredicatePlanTests {
  @Test func anIndexServesOrdinaryTexts() throws {
    for text in ["Zebra", "Kelvin", "", "caf\u{E9}"] {
      let plan = try plan(#Predicate { $0.code == text })
      #expect(plan.contains("USING INDEX") || plan.contains("USING COVERING INDEX"), "\(text): \(plan)")
    }
  }

  @Test func anIndexServesListsOfTexts() throws {
    let texts = ["Zebra", "Kelvin"]
    #expect(try plan(#Predicate { texts.contains($0.code) }).contains("SEARCH"))
  }

  @Test func anIndexGivesOutSortedTexts() throws {
    let context = ModelContext(try SpecimenStore.container.get())
    let plan = try context.plan(FetchDescriptor<Specimen>(sortBy: [SortDescriptor(\.code, comparator: .lexical)]))
    #expect(!plan.contains("TEMP B-TREE"), "\(plan)")
  }

  @Test func thePrimaryKeyServesIdentifiers() throws {
    let one = SpecimenStore.identifiers[1]
    let many = Set(SpecimenStore.identifiers.prefix(500))
    #expect(try plan(#Predicate { $0.persistentModelID == one }).contains("PRIMARY KEY"))
    #expect(try plan(#Predicate { many.contains($0.persistentModelID) }).contains("PRIMARY KEY"))
  }

  @Test func aTestOfAnOptionalIsNotHiddenFromIndexes() throws {
    let context = ModelContext(try SpecimenStore.container.get())
    let isSmall = #Predicate<Specimen> { if let count = $0.optionalCount { count > 0 && count < 3 } else { false } }
    #expect(
      try context.condition(isSmall)
        == #"(t0."optionalCount" IS NOT NULL AND ((t0."optionalCount" > ?1) AND (t0."optionalCount" < ?2)))"#)
  }

  @Test func whatSQLCanSayNarrowsTheRows() throws {
    let context = ModelContext(try SpecimenStore.container.get())
    #expect(try context.condition(#Predicate<Specimen> { $0.flag && $0.shownText == "AB" }) == #"t0."flag""#)
    #expect(try context.condition(#Predicate<Specimen> { $0.flag || $0.shownText == "AB" }) == nil)
    let both = Predicate<Specimen>(all: [#Predicate { $0.shownText == "AB" }, #Predicate { $0.count > 1 }])
    #expect(try context.condition(both) == #"(t0."count" > ?1)"#)
  }

  @Test func aLineSaysThatMemoryHasToHelp() throws {
    let context = ModelContext(try SpecimenStore.container.get())
    let lines = Lines()
    try MemoryEvaluationLog.$receiver.withValue({ lines.add($0) }) {
      _ = try context.fetch(FetchDescriptor<Specimen>(predicate: #Predicate { $0.flag && $0.shownText == "AB" }))
      _ = try context.fetchCount(FetchDescriptor<Specimen>(predicate: #Predicate { $0.flag }))
    }
    #expect(lines.all.count == 1)
    #expect(lines.all.first?.contains("a part of the predicate of a fetch of Specimen") == true)
  }

  private func plan(_ predicate: Predicate<Specimen>) throws -> String {
    try ModelContext(SpecimenStore.container.get()).plan(FetchDescriptor(predicate: predicate))
  }
}
