import DocketData
import Foundation

/// One command from its arguments to its output.
struct CommandRun {
  let command: any ItemCommand

  init(_ command: any ItemCommand) {
    self.command = command
  }

  /// Does the work off the main actor, waits for it, and writes its output.
  ///
  /// - Throws: `Failure`; then nothing was written, unless the output is long; `NothingMatched`.
  func perform() throws {
    StandardStreams.ignoreClosedPipes()
    let provider = try command.store.provider()
    defer { provider.close() }
    let items = ItemAccess(provider: provider, previewItems: previewItems(provider.storeURL))
    if type(of: command).makesStore {
      try command.store.requireNamedDirectory(items.name)
    } else {
      try command.store.requireNamedStore(items.name)
    }
    let output = CommandOutput(style: .current)
    do {
      let command = command
      try DetachedWork.wait { try await command.perform(items, output) }
      try output.finish()
    } catch let error as StandardOutput.Failure {
      throw error
    } catch let nothing as NothingMatched {
      try output.finish()
      throw nothing
    } catch let part as PartlyDone {
      try output.finish()
      throw part.failure
    } catch {
      throw Failure(error, place: command.place(of: error, storePath: items.name))
    }
  }

  /// An empty store in memory stands for one that is missing and is not to be made.
  private func previewItems(_ store: URL) -> Int? {
    let isMissing = access(store.path, F_OK) != 0 && errno == ENOENT
    return command.store.previewItems ?? (command.leavesNoStore && isMissing ? 0 : nil)
  }
}

extension ItemCommand {
  /// Where an error happened that does not say it itself.
  func place(of error: any Error, storePath: String) -> String {
    if let error = error as? ItemError, error == .emptyTitle { return "docket \(Self.commandName)" }
    return storePath
  }
}
