import Foundation
import OpenSwiftData
import Testing

@Suite("Results of models that inherit follow every change")
@MainActor
struct InheritanceObserverTests {
  let store: TemporaryStore
  let container: ModelContainer

  init() throws {
    store = try TemporaryStore()
    container = try store.filledTrips()
  }

  private func change(_ body: (ModelContext) throws -> Void) throws {
    let context = ModelContext(container)
    try body(context)
    try context.save()
  }

  @Test func theResultsOfTheRootFollowSubclasses() async throws {
    let observer = try ResultsObserver<Trip, Never>(
      sortBy: [SortDescriptor(\.name)], modelContext: container.mainContext)
    try await waitUntil("the result is read") { observer.isComplete }
    #expect(observer.results.map(\.name) == ["business", "conference", "holiday", "plain"])
    #expect(observer.results[1] is ConferenceTrip)
    try change { $0.insert(BusinessTrip("added", perdiem: 1)) }
    try await waitUntil("the row of a subclass comes") { observer.results.first?.name == "added" }
    #expect(observer.results[0] is BusinessTrip)
    try change { try $0.delete(model: ConferenceTrip.self) }
    try await waitUntil("the row goes") {
      observer.results.map(\.name) == ["added", "business", "holiday", "plain"]
    }
  }

  @Test func theResultsOfASubclassFollowItsOwnProperties() async throws {
    let observer = try ResultsObserver<BusinessTrip, Never>(
      filterBy: #Predicate { $0.perdiem > 10 }, sortBy: [SortDescriptor(\.perdiem)],
      modelContext: container.mainContext)
    try await waitUntil("the result is read") { observer.isComplete }
    #expect(observer.results.map(\.name) == ["business", "conference"])
    try change { $0.insert(HolidayTrip("sun")) }
    try change { context in
      for trip in try context.fetch(FetchDescriptor<ConferenceTrip>()) { trip.perdiem = 20 }
    }
    try await waitUntil("the row moves") { observer.results.map(\.name) == ["conference", "business"] }
    try change { context in
      for trip in try context.fetch(FetchDescriptor<ConferenceTrip>()) { trip.perdiem = 1 }
    }
    try await waitUntil("the row goes") { observer.results.map(\.name) == ["business"] }
  }

  @Test func aConditionOnTheClassIsFollowed() async throws {
    let observer = try ResultsObserver<Trip, Never>(
      filterBy: #Predicate { ($0 as? BusinessTrip)?.perdiem ?? 0 > 60 }, sortBy: [SortDescriptor(\.name)],
      modelContext: container.mainContext)
    try await waitUntil("the result is read") { observer.isComplete }
    #expect(observer.results.map(\.name) == ["conference"])
    try change { context in
      for trip in try context.fetch(FetchDescriptor<BusinessTrip>()) { trip.perdiem = 80 }
    }
    try await waitUntil("the row comes") { observer.results.map(\.name) == ["business", "conference"] }
  }

  @Test func sectionsByAnInheritedProperty() async throws {
    let observer = try ResultsObserver<BusinessTrip, String>(
      sortBy: [SortDescriptor(\.name)], sectionBy: \.notes, modelContext: container.mainContext)
    try await waitUntil("the result is read") { observer.isComplete }
    #expect(observer.sections?.map { $0.count } == [2])
    try change { context in
      for trip in try context.fetch(FetchDescriptor<ConferenceTrip>()) { trip.notes = "talks" }
    }
    try await waitUntil("the row moves to a section of its own") { observer.sections?.map { $0.count } == [1, 1] }
  }
}
