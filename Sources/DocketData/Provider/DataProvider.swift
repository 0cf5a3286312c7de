import DocketLocking
import Foundation
import SwiftData

/// The program's containers, and the factories of the handlers that change them.
///
/// Front ends receive the factories, never a handler's container. A container is opened when it is first used, so a
/// preview never touches a file.
public final class DataProvider: Sendable {
  private struct Containers {
    var persistent: ModelContainer?
    var preview: ModelContainer?
  }

  /// The file of the persistent store.
  public let storeURL: URL
  /// The author of the changes, whose steps are undone.
  public let author: String
  /// Whether a hook has started the program: no hook runs for what it changes.
  public let isWithinHook: Bool

  private let containers = Lock(Containers())

  /// Creates a provider; nothing is opened yet.
  ///
  /// - Parameters:
  ///   - author: the author of the changes, by default the user's name.
  ///   - isWithinHook: whether a hook has started the program: no hook runs for what it changes.
  public init(storeURL: URL, author: String = NSUserName(), isWithinHook: Bool = false) {
    self.storeURL = storeURL
    self.author = author
    self.isWithinHook = isWithinHook
  }

  /// The author of the changes in the history.
  private var historyAuthor: String { isWithinHook ? HookAuthor.marked(author) : author }

  /// The container of the file, or that of the preview in memory.
  ///
  /// - Throws: `StoreError` if the file can't be opened.
  public func modelContainer(preview: Bool = false) throws -> ModelContainer {
    let place = preview ? \Containers.preview : \Containers.persistent
    return try containers.withLock { containers in
      if let container = containers[keyPath: place] { return container }
      let configuration =
        preview
        ? ModelConfiguration(schema: Self.schema, isStoredInMemoryOnly: true)
        : ModelConfiguration(schema: Self.schema, url: storeURL)
      let container = try ModelContainer(
        for: Self.schema, migrationPlan: ItemMigrationPlan.self, configurations: [configuration])
      containers[keyPath: place] = container
      return container
    }
  }

  /// A factory of handlers, each with its own context and executor.
  ///
  /// - Throws: `StoreError` if the file can't be opened.
  public func dataHandlerCreator(preview: Bool = false) throws -> @Sendable () async -> DataHandler {
    let container = try modelContainer(preview: preview)
    return { [historyAuthor] in DataHandler(modelContainer: container, author: historyAuthor) }
  }

  /// A factory of handlers that work on the main actor, with the main context.
  ///
  /// - Throws: `StoreError` if the file can't be opened.
  public func dataHandlerWithMainContextCreator(
    preview: Bool = false
  ) throws -> @Sendable @MainActor () async -> DataHandler {
    let container = try modelContainer(preview: preview)
    return { [historyAuthor] in DataHandler(modelContainer: container, mainActor: true, author: historyAuthor) }
  }

  /// Releases the containers, and returns whether the file's container was among them.
  private func release() -> Bool {
    containers.withLock { containers in
      let old = containers
      containers = Containers()
      return old
    }.persistent != nil
  }

  static let schema = Schema(versionedSchema: CurrentScheme.self)
}

// MARK: - Sync

extension DataProvider {
  /// Whether the store is kept equal to others, as a whole or with a list of it; false if it can't be read.
  ///
  /// Reads the names of the store's tables, which takes no lock: `docket-sync` makes some of its own.
  public var isSynced: Bool {
    guard let container = try? modelContainer() else { return false }
    return (try? ReplicationTransaction.hasTable(like: "openswiftdatasync*_state", in: container)) == true
  }
}

// MARK: - Closing

extension DataProvider {
  /// Closing usually takes no longer than this.
  private static var usualClosingTime: Duration { .milliseconds(20) }

  /// Releases the store, and waits until it is closed.
  ///
  /// The last connection writes the log back into the store's file when it closes, and removes the log; a process that
  /// ends earlier leaves it beside the file, for the next one. Contexts keep the store open until they are released,
  /// which can take a moment on other threads.
  ///
  /// - Parameter timeout: how long to wait, as after a change of many rows that is still being merged, or whose log is
  ///   long.
  public func close(timeout: Duration = .seconds(10)) {
    guard release(), let file = OpenFile(storeURL.path) else { return }
    let begin = ContinuousClock.now
    while file.isOpen {
      let time = begin.duration(to: .now)
      guard time < timeout else { return }
      // A task of the main actor may hold the store while it waits for its turn.
      if time < Self.usualClosingTime { OpenFile.yield() } else { OpenFile.yieldMainThread() }
    }
  }
}

/// A file that this process may have open.
private struct OpenFile {
  private let status: stat

  /// - Returns: nil if there is no such file.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.status = status
  }

  /// Whether a descriptor of this process refers to it.
  ///
  /// Source: https://man7.org/linux/man-pages/man5/proc_pid_fd.5.html
  var isOpen: Bool {
    let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    return descriptors.compactMap { Int32($0) }.contains { descriptor in
      var other = stat()
      return fstat(descriptor, &other) == 0 && other.st_dev == status.st_dev && other.st_ino == status.st_ino
    }
  }

  /// Lets other threads run, which may have the file open: nothing tells when a descriptor is closed.
  static func yield() { sched_yield() }

  /// Lets other threads run, and work that waits for the main thread.
  static func yieldMainThread() {
    if Thread.isMainThread { _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.001)) }
    yield()
  }
}

// MARK: - Recovery

extension DataProvider {
  /// Salvages what can be read of the persistent store, which may be damaged, into a new file.
  ///
  /// The store itself is not changed; nothing may write to it meanwhile.
  ///
  /// - Throws: `StoreError` if nothing can be read or the new file can't be created; there is none then.
  /// - Complexity: O(n log n) in the size of the store.
  public func recoverStore(to url: URL) throws -> SalvageReport {
    SalvageReport(
      try ModelContainer.recoverStore(at: storeURL, to: url, for: Self.schema, migrationPlan: ItemMigrationPlan.self))
  }
}

/// What was salvaged from a damaged store.
public struct SalvageReport: Hashable, Sendable {
  private let report: RecoveryReport

  fileprivate init(_ report: RecoveryReport) { self.report = report }

  /// The number of salvaged items.
  public var items: Int { report.rows["Item"] ?? 0 }
  /// The number of salvaged tags.
  public var tags: Int { report.rows["Tag"] ?? 0 }
  /// The number of salvaged lists.
  public var lists: Int { report.rows["ItemList"] ?? 0 }
  /// The number of salvaged steps of the journal.
  public var steps: Int { report.rows["JournalStep"] ?? 0 }
  /// Whether everything could be read.
  public var isWhole: Bool { losses.isEmpty }

  /// What was lost, in words.
  public var lossText: String { losses.map { "\(Quantity($0, $1))" }.joined(separator: ", ") }

  private var losses: [(Int, String)] {
    [
      (report.gaps, "place"), (report.refused, "row"), (report.danglingReferences, "reference"),
      (report.unreadableValues, "value"),
    ].filter { $0.0 > 0 }
  }
}
