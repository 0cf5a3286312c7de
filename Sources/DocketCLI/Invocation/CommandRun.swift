import Dispatch
import DocketData
import DocketLocking
import Foundation
import SwiftData

/// One command from its arguments to its output.
struct CommandRun {
  let command: any ItemCommand

  /// Runs the command off the main actor, waits for it, and writes its output.
  ///
  /// - Throws: `Failure`, before anything was written, unless the output is long; `NothingMatched`.
  func perform() throws {
    StandardStreams.ignoreClosedPipes()
    if command.isBulk { Self.letOthersComeFirst() }
    let provider = try command.store.provider()
    try command.store.require(provider.storeURL.path, makesStore: type(of: command).makesStore)
    try rehearse(provider)
    let hooks = CommandHooks(command, provider)
    // Behind the closing, so that they need not share the store with us; a command that failed may have done a part.
    defer { hooks?.launch() }
    defer { provider.close() }
    hooks?.begin()
    try perform(ItemAccess(provider: provider, previewItems: previewItems(provider.storeURL)))
  }

  /// Lowers the priority of this thread, and of all that it begins: a list that is open meanwhile answers its keys.
  ///
  /// Without effect where nobody else wants the processors; hooks run with it too.
  private static func letOthersComeFirst() { _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10) }

  /// Fails before a missing store is made, if the command would fail in it.
  private func rehearse(_ provider: DataProvider) throws {
    guard type(of: command).makesStore, previewItems(provider.storeURL) == nil, isMissing(provider.storeURL) else {
      return
    }
    let (command, items) = (command, ItemAccess(provider: provider, previewItems: 0))
    do { try DetachedWork.wait { try await command.rehearse(items) } } catch {
      throw Failure(error, place: command.place(of: error, storePath: provider.storeURL.path))
    }
  }

  private func perform(_ items: ItemAccess) throws {
    let output = CommandOutput(style: .current)
    do {
      let command = command
      try DetachedWork.wait { try await command.perform(items, output) }
    } catch let error as StandardOutput.Failure {
      throw error
    } catch let said as AlreadySaid {
      throw said
    } catch let nothing as NothingMatched {
      try finish(output)
      throw nothing
    } catch let part as PartlyDone {
      try finish(output)
      throw part.failure
    } catch {
      throw Failure(error, place: command.place(of: error, storePath: items.name))
    }
    try finish(output)
  }

  /// Writes what is held back; if that fails, what the command did stays done.
  private func finish(_ output: CommandOutput) throws {
    do { try output.finish() } catch StandardOutput.Failure.system(let number) where command.hasEffect {
      throw Failure(.system(number), isDone: true)
    }
  }

  /// The size of a preview; an empty preview stands for a missing store that is not to be created.
  private func previewItems(_ store: URL) -> Int? {
    command.store.previewItems ?? (command.leavesNoStore && isMissing(store) ? 0 : nil)
  }

  private func isMissing(_ store: URL) -> Bool { access(store.path, F_OK) != 0 && errno == ENOENT }
}

extension ItemCommand {
  /// Where an error happened that does not say so.
  fileprivate func place(of error: any Error, storePath: String) -> String {
    if let error = error as? ItemError, error == .emptyTitle { return "docket \(Self.commandName)" }
    return storePath
  }
}

/// Runs asynchronous work for a synchronous `main` that has nothing else to do.
private enum DetachedWork {
  /// Runs the body in a detached task and waits until it is done.
  static func wait(_ body: @escaping @Sendable () async throws -> Void) throws {
    let failure = Lock<(any Error)?>(nil)
    let isDone = DispatchSemaphore(value: 0)
    Task.detached(priority: .userInitiated) {
      do { try await body() } catch { failure.withLock { $0 = error } }
      isDone.signal()
    }
    isDone.wait()
    if let error = failure.withLock({ $0 }) { throw error }
  }
}

/// Access to the items that a command works on: those of the store, or of a preview.
struct ItemAccess: Sendable {
  let provider: DataProvider
  let previewItems: Int?

  /// The path of the store, or "preview".
  var name: String { previewItems == nil ? provider.storeURL.path : "preview" }
  /// The size of the store; nil for a preview, and if there is no store.
  var size: StoreSize? { previewItems == nil ? StoreSize(provider.storeURL.path) : nil }

  /// Whether a path refers to the store's file.
  func isStore(_ path: String) -> Bool {
    var (file, store) = (stat(), stat())
    guard previewItems == nil, stat(path, &file) == 0, stat(provider.storeURL.path, &store) == 0 else { return false }
    return file.st_dev == store.st_dev && file.st_ino == store.st_ino
  }

  /// The container of the store; a preview is filled first.
  ///
  /// - Throws: `StoreError` if the store can't be opened.
  func container() async throws -> ModelContainer {
    try await open()
    return try provider.modelContainer(preview: previewItems != nil)
  }

  /// A fresh handler; a preview is filled first.
  ///
  /// - Throws: `StoreError` if the store can't be opened.
  func handler() async throws -> DataHandler {
    try await open()
    return try await provider.dataHandlerCreator(preview: previewItems != nil)()
  }

  private func open() async throws {
    guard let previewItems else { return _ = try OpeningProgress.show { try provider.modelContainer() } }
    try await provider.fillPreview(count: previewItems)
  }
}
