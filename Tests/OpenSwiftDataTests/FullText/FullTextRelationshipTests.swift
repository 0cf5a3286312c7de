import Foundation
import Testing

@testable import OpenSwiftData

@Suite("Indexed texts in relationships")
struct FullTextRelationshipTests {
  let context: ModelContext

  init() throws {
    context = ModelContext(try memoryContainer(Memo.self, Binder.self))
    var random = SeededGenerator(seed: 11)
    for number in 0..<30 {
      let binder = Binder("binder \(number)")
      context.insert(binder)
      for _ in 0..<Int.random(in: 0...4, using: &random) {
        let notes = Bool.random(using: &random) ? HostileText.random(&random) : nil
        context.insert(Memo("memo " + HostileText.random(&random), notes: notes, folder: binder))
      }
    }
    try context.save()
  }

  static let predicates: [String: Predicate<Binder>] = [
    "contains(where:)": #Predicate { $0.memos.contains { $0.title.contains("memo a") } },
    "its negation": #Predicate { !$0.memos.contains { $0.title.contains("memo a") } },
    "localized": #Predicate { $0.memos.contains { $0.title.localizedStandardContains("\u{DF}") } },
    "longer, localized": #Predicate { $0.memos.contains { $0.title.localizedStandardContains("MEM\u{D6} s") } },
    "a prefix": #Predicate { $0.memos.contains { $0.title.starts(with: "memo a") } },
    "an optional": #Predicate { $0.memos.contains { $0.notes?.contains("lorem") == true } },
    "an optional, true by default": #Predicate { $0.memos.contains { $0.notes?.contains("lorem") ?? true } },
    "allSatisfy": #Predicate { $0.memos.allSatisfy { $0.title.localizedStandardContains("memo") } },
    "a count": #Predicate { $0.memos.filter { $0.title.contains("memo ") }.count > 1 },
    "with the owner's own text": #Predicate {
      $0.name.contains("binder 1") && $0.memos.contains { $0.title.contains("memo") }
    },
  ]

  @Test(arguments: predicates.keys.sorted()) func areFoundAsInMemory(_ name: String) throws {
    let predicate = try #require(Self.predicates[name])
    let all = try context.fetch(FetchDescriptor<Binder>())
    let expected = try all.filter { try predicate.evaluate($0) }.map(\.name).sorted()
    #expect(try context.fetch(FetchDescriptor(predicate: predicate)).map(\.name).sorted() == expected)
  }

  @Test func thePredicatesTellTheRowsApart() throws {
    let all = try context.fetch(FetchDescriptor<Binder>())
    for (name, predicate) in Self.predicates {
      let count = try all.count { try predicate.evaluate($0) }
      #expect(count > 0 && count < all.count || name == "allSatisfy", "\(name): \(count)")
    }
  }

  /// The relationship leads to few rows, so these are read; the owner's own text is looked up.
  @Test func membersAreReadAndOwnersAreLookedUp() throws {
    let members = try #require(Self.predicates["contains(where:)"])
    #expect(try !context.plan(FetchDescriptor(predicate: members)).contains("VIRTUAL TABLE"))
    let owners = try #require(Self.predicates["with the owner's own text"])
    #expect(try context.plan(FetchDescriptor(predicate: owners)).contains("VIRTUAL TABLE INDEX"))
  }
}
