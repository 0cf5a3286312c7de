import Foundation
import SwiftData
import Testing

@Suite("A generic service on a model actor")
struct DataServiceTests {
  private let container: ModelContainer
  private let date = Date(timeIntervalSince1970: 0)

  init() throws {
    container = try TestContainer.inMemory()
  }

  @Test func savesAndReadsValues() async throws {
    let service = ItemService(modelContainer: container)
    let id = try await service.save(ItemViewModel(title: "first", timestamp: date))
    #expect(try await service.viewModel(for: id) == ItemViewModel(id: id, title: "first", timestamp: date))
    #expect(try await service.count() == 1)
  }

  @Test func savingAValueWithAnIdentifierChangesItsRow() async throws {
    let service = ItemService(modelContainer: container)
    var item = ItemViewModel(title: "before", timestamp: date)
    item.id = try await service.save(item)
    item.title = "after"
    let id = try await ItemService(modelContainer: container).save(item)
    #expect(id == item.id)
    #expect(try await service.fetch() == [item])
  }

  @Test func filtersSortsAndLimits() async throws {
    let service = ItemService(modelContainer: container)
    try await service.save(all: ["c", "a", "d", "b"].map { ItemViewModel(title: $0, timestamp: date) })
    let found = try await service.fetch(
      where: #Predicate { $0.title != "a" }, sortBy: [SortDescriptor(\.title, comparator: .lexical)], limit: 2)
    #expect(found.map(\.title) == ["b", "c"])
  }

  @Test func deletesByIdentifier() async throws {
    let service = ItemService(modelContainer: container)
    try await service.save(all: ["a", "b"].map { ItemViewModel(title: $0, timestamp: date) })
    let ids = try await service.identifiers(sortBy: [SortDescriptor(\.title, comparator: .lexical)])
    try await service.delete(try #require(ids.first))
    #expect(try await service.fetch().map(\.title) == ["b"])
  }
}
