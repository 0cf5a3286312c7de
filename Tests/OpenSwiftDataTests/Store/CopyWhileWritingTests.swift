import DocketLocking
import Foundation
import Testing

@testable import OpenSwiftData

@Suite("A copy of a store that is written meanwhile")
struct CopyWhileWritingTests {
  private let store: TemporaryStore
  private let other: TemporaryStore
  private let container: ModelContainer

  init() throws {
    store = try TemporaryStore()
    other = try TemporaryStore()
    container = try store.container(Photo.self)
    let context = ModelContext(container)
    context.insert(Photo("one", body: Self.body(1)))
    try context.save()
  }

  private static func body(_ byte: UInt8) -> Data {
    Data(repeating: byte, count: ExternalDataSession.threshold)
  }

  /// Gives the photo another large value, which is another file.
  private static func replace(in container: ModelContainer, with byte: UInt8) throws {
    let context = ModelContext(container)
    for photo in try context.fetch(FetchDescriptor<Photo>()) { photo.body = body(byte) }
    try context.save()
  }

  /// Removes what no row names any more, as a later save does.
  private static func sweep(_ container: ModelContainer) throws {
    let sweeper = try #require(ExternalDataSweeper(container.schema, container.store.location))
    try container.store.withWriter { try sweeper.removeReplaced(grace: 0, on: $0) }
  }

  private func files(beside url: URL) throws -> [String] {
    let folder = ExternalDataFolder(store: url)
    return folder.exists ? try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted() : []
  }

  /// Reads every value of the copy, whose files must be those that it names and no others.
  private func bodies(ofCopy url: URL) throws -> [Data] {
    let names = try other.sqlite("SELECT body FROM Photo WHERE typeof(body) = 'text' ORDER BY body", file: url)
    #expect(try files(beside: url) == names.split(separator: "\n").map(String.init))
    let schema = Schema([Photo.self])
    let copy = try ModelContainer(for: schema, configurations: [ModelConfiguration(schema: schema, url: url)])
    return try ModelContext(copy).fetch(FetchDescriptor<Photo>(sortBy: [SortDescriptor(\.name)])).map(\.body)
  }

  @Test func namesOnlyFilesThatItHasIfARowIsChangedBeforeAnyOfItsStatements() throws {
    let container = container
    let failure = Lock<(any Error)?>(nil)
    let count = Lock<UInt8>(1)
    let hook = StatementHook { _ in
      do {
        try Self.replace(
          in: container,
          with: count.withLock { count in
            count += 1
            return count
          })
      } catch {
        failure.withLock { $0 = error }
      }
    }
    try hook.attach(to: container.store)
    try container.copyStore(to: other.url)
    #expect(failure.withLock { $0 } == nil)
    #expect(count.withLock { $0 } > 1, "nothing was written during the copy")
    let bodies = try bodies(ofCopy: other.url)
    #expect(bodies.count == 1 && bodies.first?.count == ExternalDataSession.threshold)
    withExtendedLifetime(hook) {}
  }

  /// A copy may take longer than files stay after their rows let go of them.
  @Test func isMadeOfALaterStateIfAFileIsRemovedMeanwhile() throws {
    let container = container
    let remaining = Lock(1)
    let failure = Lock<(any Error)?>(nil)
    // The names are known by then, and the files not yet taken.
    let hook = StatementHook { sql in
      guard sql.hasPrefix("COMMIT") || sql.hasPrefix("SELECT \"body\"") else { return }
      guard
        remaining.withLock({ remaining in
          remaining -= 1
          return remaining >= 0
        })
      else { return }
      do {
        try Self.replace(in: container, with: 9)
        try Self.sweep(container)
      } catch {
        failure.withLock { $0 = error }
      }
    }
    try hook.attach(to: container.store)
    try container.copyStore(to: other.url)
    #expect(failure.withLock { $0 } == nil)
    #expect(remaining.withLock { $0 } < 1, "nothing was removed during the copy")
    #expect(try bodies(ofCopy: other.url) == [Self.body(9)])
    withExtendedLifetime(hook) {}
  }

  @Test func keepsItsFilesIfAnotherOneToTheSamePlaceFails() throws {
    let values = ExternalDataFolder(store: store.url)
    let names = Set(try files(beside: store.url))
    let (first, second) = (ExternalDataCopy(of: other.url), ExternalDataCopy(of: other.url))
    #expect(try first.take(names, from: values).isEmpty)
    #expect(try second.take(names, from: values).isEmpty)
    second.remove()
    #expect(Set(try files(beside: other.url)) == names)
    first.remove()
    #expect(try FileManager.default.contentsOfDirectory(atPath: other.directory.path) == [])
  }

  @Test func isRefusedIfTheStoreItselfNamesAMissingFile() throws {
    let context = ModelContext(container)
    context.insert(Photo("two", body: Self.body(2)))
    try context.save()
    let names = try files(beside: store.url)
    ExternalDataFolder(store: store.url).remove(names[0])
    let error = #expect(throws: StoreError.self) { try container.copyStore(to: other.url) }
    #expect(error?.kind == .damaged)
    #expect(error?.explanation.contains(names[0]) == true)
    #expect(error?.location == store.url.path)
    #expect(try FileManager.default.contentsOfDirectory(atPath: other.directory.path) == [])
  }

  @Test func holdsEveryLargeValueWhileOthersReplaceThem() async throws {
    let container = container
    let isOver = Lock(false)
    let writing = Task.detached {
      var byte: UInt8 = 0
      while !isOver.withLock({ $0 }) {
        byte &+= 1
        try Self.replace(in: container, with: byte)
      }
    }
    defer { isOver.withLock { $0 = true } }
    for number in 0..<20 {
      let url = other.directory.appendingPathComponent("\(number).sqlite")
      try container.copyStore(to: url)
      let body = try #require(try bodies(ofCopy: url).first)
      #expect(Set(body).count == 1 && body.count == ExternalDataSession.threshold)
    }
    isOver.withLock { $0 = true }
    try await writing.value
  }
}
