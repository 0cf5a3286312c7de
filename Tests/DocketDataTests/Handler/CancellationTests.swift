import DocketData
import Foundation
import SwiftData
import Testing

@Suite("A change of many items that is ended midway")
struct CancellationTests {
  typealias Change = @Sendable (DataHandler, [PersistentIdentifier]) async throws -> Void

  private static let count = 1_000
  private static let end = 100

  /// Changes of a thousand items.
  static let changes: [(name: String, make: Change)] = [
    ("add", { handler, _ in try await handler.newItems((0..<count).map { NewItem(title: "new \($0)", tags: ["t"]) }) }),
    ("update", { try await $0.updateItems(ids: $1, ItemChanges(title: "other", addedTags: ["t"])) }),
    ("complete", { try await $0.completeItems(ids: $1) }),
    ("move", { try await $0.moveItems(ids: $1.reversed(), to: .first) }),
    ("delete", { try await $0.deleteItems(ids: $1) }),
    ("delete the list", { handler, _ in try await handler.deleteList("L") }),
    ("undo", { handler, _ in try await handler.undo() }),
    (
      "import",
      { handler, _ in
        let text = (0..<count).map { "new \($0)\n" }.joined()
        _ = try await handler.importItems(Data(text.utf8), format: .todotxt)
      }
    ),
  ]

  @Test(arguments: changes.indices) func leavesEverythingAsItWas(_ index: Int) async throws {
    let (name, change) = Self.changes[index]
    let world = World()
    let ids = try await world.handler().newItems((0..<Self.count).map { NewItem(title: "item \($0)", list: "L") })
    let before = try world.snapshot()
    let progress = WorkProgress { if $0.done >= Self.end { $0.cancel() } }
    await #expect(throws: CancellationError.self, "\(name)") {
      let handler = try await world.handler()
      try await WorkProgress.$current.withValue(progress) { try await change(handler, ids) }
    }
    #expect((Self.end..<Self.count).contains(progress.done), "\(name) went on")
    #expect(try world.snapshot() == before)
    #expect(try await world.handler().log(limit: 9).count == 1)
  }
}
