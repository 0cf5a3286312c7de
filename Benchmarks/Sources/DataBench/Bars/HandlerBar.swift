import Foundation
import Measuring
import OpenSwiftData

/// A handler for one operation: container, actor, context, first row, released.
enum HandlerBar: Bar {
  static let name = "D6"

  private static let operations = 2_000

  static func measure(_ options: Options) async throws -> [Outcome] {
    let store = try BenchmarkStore(holding: BaselineItems(Samples.make(1_000)))
    let baseline = try Baseline(store.url)
    let identifiers = try ModelContext(store.container).fetchIdentifiers(FetchDescriptor<Item>())
    var (ours, query): ([Double], [Double]) = ([], [])
    for index in 0..<operations {
      let identifier = identifiers[index % identifiers.count]
      let start = ContinuousClock.now
      let count = try await Handler(modelContainer: store.container).titleLength(identifier)
      ours.append((ContinuousClock.now - start).seconds)
      precondition(count > 0)
      query.append(try baseline.timeWindow([Int64(index % identifiers.count + 1)]).seconds)
    }
    var outcome = Outcome(
      name, "handler per operation, beyond the query", (ours.median - query.median) * 1e6, .microseconds, limit: 30)
    outcome.ours = ours.median
    outcome.baseline = query.median
    return [outcome]
  }
}

@ModelActor
private actor Handler {
  func titleLength(_ identifier: PersistentIdentifier) throws -> Int {
    let item: Item? = try modelContext.fetchModel(for: identifier)
    return item?.title.utf8.count ?? 0
  }
}
