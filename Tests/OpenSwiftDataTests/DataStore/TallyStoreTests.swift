import Foundation
import OpenSwiftData
import Testing

@Suite("A custom store with its own snapshot type")
struct TallyStoreTests {
  private let service = TallyService()
  private let container: ModelContainer

  init() throws {
    container = try ModelContainer(for: Tally.self, configurations: TallyConfiguration(service: service))
  }

  private func moment(_ seconds: Double) -> Date { Date(timeIntervalSinceReferenceDate: seconds) }

  private func insert(_ amounts: [Double]) throws {
    let context = ModelContext(container)
    for amount in amounts { context.insert(Tally(when: moment(-amount), amount: amount)) }
    try context.save()
  }

  @Test func valuesTravelThroughCodable() throws {
    let context = ModelContext(container)
    let tally = Tally(when: moment(0.1), amount: 2.5, isOpen: false)
    context.insert(tally)
    try context.save()
    let stored = try #require(service.now.tallies[tally.persistentModelID])
    #expect(stored.code == tally.code)
    #expect(stored.when == moment(0.1))
    #expect(!stored.isOpen)
    let other = try ModelContainer(for: Tally.self, configurations: TallyConfiguration(service: service))
    let read = try #require(try ModelContext(other).fetch(FetchDescriptor<Tally>()).first)
    #expect(read.code == tally.code)
    #expect(read.when == moment(0.1))
    #expect(read.amount == 2.5)
    #expect(!read.isOpen)
  }

  /// The coding that the compiler writes leaves it out.
  @Test func nilDoesNotBecomeTheDefault() throws {
    let context = ModelContext(container)
    let tallies = [Tally(when: moment(0), amount: 1), Tally(when: moment(0), amount: 2)]
    for tally in tallies { context.insert(tally) }
    tallies[0].remark = nil
    try context.save()
    let other = try ModelContainer(for: Tally.self, configurations: TallyConfiguration(service: service))
    let reading = ModelContext(other)
    let read = try reading.fetch(FetchDescriptor<Tally>(sortBy: [SortDescriptor(\.amount)]))
    #expect(read.map(\.remark) == [nil, "none"])
    read[1].remark = nil
    try reading.save()
    #expect(try ModelContext(container).fetch(FetchDescriptor<Tally>()).map(\.remark) == [nil, nil])
  }

  /// JSON has no number for infinity.
  @Test func infiniteValuesTravelToo() throws {
    let context = ModelContext(container)
    context.insert(Tally(when: moment(0), amount: .infinity))
    try context.save()
    let other = try ModelContainer(for: Tally.self, configurations: TallyConfiguration(service: service))
    #expect(try ModelContext(other).fetch(FetchDescriptor<Tally>()).map(\.amount) == [.infinity])
  }

  @Test func whatTheStoreMadeOfValuesIsTakenOver() throws {
    let context = ModelContext(container)
    let tally = Tally(when: moment(0), amount: 1.239)
    context.insert(tally)
    try context.save()
    #expect(tally.amount == 1.24)
    tally.amount = 7.001
    try context.save()
    #expect(tally.amount == 7)
    #expect(!context.hasChanges)
  }

  @Test func theStoreSortsAndCutsOffIfItCan() throws {
    try insert([3, 1, 2])
    let context = ModelContext(container)
    var descriptor = FetchDescriptor<Tally>(sortBy: [SortDescriptor(\.amount)])
    descriptor.fetchLimit = 1
    descriptor.fetchOffset = 1
    #expect(try context.fetch(descriptor).map(\.amount) == [2])
    #expect(service.now.requests.suffix(1) == ["fetch"])
    descriptor.sortBy = [SortDescriptor(\.isOpen), SortDescriptor(\.when)]
    #expect(try context.fetch(descriptor).map(\.amount) == [2])
    descriptor.predicate = #Predicate { $0.amount != 2 }
    #expect(try context.fetch(descriptor).map(\.amount) == [1])
  }

  @Test func theStoreCountsIfItCan() throws {
    try insert([3, 1, 2])
    let context = ModelContext(container)
    let before = service.now.requests.count
    #expect(try context.fetchCount(FetchDescriptor<Tally>()) == 3)
    #expect(service.now.requests.dropFirst(before) == ["count"])
    #expect(try context.fetchCount(FetchDescriptor<Tally>(predicate: #Predicate { $0.amount > 1 })) == 2)
  }

  @Test func contextsAreKnownAsLongAsTheyLive() throws {
    #expect(service.now.states.isEmpty)
    do {
      let context = ModelContext(container)
      context.author = "somebody"
      context.insert(Tally(when: moment(0), amount: 1))
      try context.save()
      #expect(service.now.states.count == 1)
      #expect(service.now.author == "somebody")
    }
    #expect(service.now.states.isEmpty)
  }

  @Test func storesThatNameNoIdentifierAreReported() throws {
    service.change { $0.namesIdentifiers = false }
    let context = ModelContext(container)
    context.insert(Tally(when: moment(0), amount: 1))
    let error = #expect(throws: SwiftDataError.self) { try context.save() }
    #expect(
      error?.explanation == "The store tally-service returned no permanent identifier of its own for an inserted Tally."
    )
    #expect(context.insertedModelsArray.count == 1)
  }

  @Test func predicatesThatTheStoreRefusesAreReported() throws {
    service.change { $0.understandsPredicates = false }
    let context = ModelContext(container)
    #expect(throws: SwiftDataError.unsupportedPredicate) {
      try context.fetch(FetchDescriptor<Tally>(predicate: #Predicate { $0.amount > 1 }))
    }
  }

  @Test func aggregatesAreThoseOfItsModels() throws {
    try insert([3, 1, 2])
    let context = ModelContext(container)
    #expect(try context.fetchAggregate(.sum(\Tally.amount)) == 6)
    #expect(try context.fetchAggregate(.max(\Tally.amount), where: #Predicate { $0.amount < 3 }) == 2)
  }

  @Test @MainActor func observersFollowItsModels() async throws {
    try insert([3, 1])
    let results = try ResultsObserver<Tally, Never>(
      filterBy: #Predicate { $0.amount < 3 }, sortBy: [SortDescriptor(\.amount)], modelContext: container.mainContext)
    let sum = try AggregateObserver(.sum(\Tally.amount), modelContext: container.mainContext)
    try await waitUntil("both are read") { results.results.map(\.amount) == [1] && sum.value == 4 }
    try insert([2, 5])
    try await waitUntil("both follow") { results.results.map(\.amount) == [1, 2] && sum.value == 11 }
  }
}
