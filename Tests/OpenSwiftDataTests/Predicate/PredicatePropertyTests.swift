import Foundation
import Testing

@testable import OpenSwiftData

@Suite("SQL answers what Predicate.evaluate answers, for ten thousand random rows")
struct PredicatePropertyTests {
  static let all: [PredicateForms] = [
    .equality, .texts, .order, .nils, .arithmetic, .logic, .sequences, .captured, .memory,
  ]

  @Test(arguments: all) func sqlAgreesWithMemory(_ group: PredicateForms) throws {
    let context = ModelContext(try SpecimenStore.container.get())
    let all = try context.fetch(FetchDescriptor<Specimen>())
    #expect(all.count == SpecimenStore.count)
    for form in group.forms { try check(form, all, context) }
  }

  private func check(_ form: PredicateForm, _ all: [Specimen], _ context: ModelContext) throws {
    let expected = all.filter { (try? form.predicate.evaluate($0)) ?? false }.map(\.persistentModelID)
    let memory = MemoryPredicate(form.predicate)
    #expect(
      all.prefix(500).filter(memory.matches).map(\.persistentModelID)
        == Array(
          expected.prefix { identifier in
            identifier <= all[499].persistentModelID
          }), "\(form.name) in memory")
    let found = try context.fetchIdentifiers(FetchDescriptor(predicate: form.predicate))
    #expect(found == expected, "\(form.name): \(found.count) found, \(expected.count) expected")
    let count = try context.fetchCount(FetchDescriptor(predicate: form.predicate))
    #expect(count == expected.count, "\(form.name)")
    #expect(try context.isSaidBySQL(form.predicate) == (form.answer == .sql), "\(form.name)")
  }
}
