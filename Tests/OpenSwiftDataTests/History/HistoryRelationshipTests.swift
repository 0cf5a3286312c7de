import Foundation
import OpenSwiftData
import Testing

@Suite("The history of relationships")
struct HistoryRelationshipTests {
  let container: ModelContainer
  let context: ModelContext

  init() throws {
    container = try memoryContainer(Ledger.self, Entry.self)
    context = ModelContext(container)
  }

  private func save(_ ledger: Ledger) throws -> DefaultHistoryTransaction {
    context.insert(ledger)
    try context.save()
    return try #require(try context.transactions().last)
  }

  @Test func aGraphIsOneTransaction() throws {
    let transaction = try save(Ledger([Entry(1), Entry(2), Entry(3)]))
    let inserted = transaction.changes.filter { if case .insert = $0 { true } else { false } }
    #expect(Set(inserted.map(\.changedPersistentIdentifier.entityName)) == ["Ledger", "Entry"])
    #expect(inserted.count == 4)
  }

  @Test func bothEndsOfAChangedRelationshipAreUpdated() throws {
    let ledger = Ledger([Entry(1)])
    let token = try save(ledger).token
    let (ledgerID, entryID) = (ledger.persistentModelID, try #require(ledger.entries.first).persistentModelID)
    ledger.entries = []
    try context.save()
    let changes = try #require(try context.transactions(after: token).first).changes
    let lists = changes.compactMap { change in
      if case .update(let update as DefaultHistoryUpdate<Ledger>) = change { update } else { nil }
    }
    #expect(lists.map(\.changedPersistentIdentifier) == [ledgerID])
    #expect(lists.first?.updatedAttributes.contains { $0 == \Ledger.entries } == true)
    let members = changes.compactMap { change in
      if case .update(let update as DefaultHistoryUpdate<Entry>) = change { update } else { nil }
    }
    #expect(members.map(\.changedPersistentIdentifier) == [entryID])
    #expect(members.first?.updatedAttributes.contains { $0 == \Entry.ledger } == true)
  }

  /// Rows that a delete rule deletes without anyone having read them.
  @Test func aCascadeLeavesTombstonesToo() throws {
    let ledger = Ledger([Entry(1), Entry(2)])
    let token = try save(ledger).token
    let other = ModelContext(container)
    let found: Ledger = try #require(try other.fetchModel(for: ledger.persistentModelID))
    other.delete(found)
    try other.save()
    let deletions = try #require(try other.transactions(after: token).first).changes.compactMap { change in
      if case .delete(let deletion as DefaultHistoryDelete<Entry>) = change { deletion } else { nil }
    }
    #expect(Set(deletions.map { $0.tombstone[\.number] as? Int }) == [1, 2])
  }
}

@Model private final class Ledger {
  @Relationship(deleteRule: .cascade, inverse: \Entry.ledger) var entries: [Entry] = []

  init(_ entries: [Entry]) { self.entries = entries }
}

@Model private final class Entry {
  @Attribute(.preserveValueOnDeletion) var number: Int
  var ledger: Ledger?

  init(_ number: Int) { self.number = number }
}
