import DataProvider

/// One command from its arguments to its output.
struct CommandRun {
  let command: any ItemCommand

  init(_ command: any ItemCommand) {
    self.command = command
  }

  /// Does the work off the main actor, waits for it, and writes its whole output at once.
  ///
  /// - Throws: `Failure`; then nothing was written.
  func perform() throws {
    StandardStreams.ignoreClosedPipes()
    let provider = try command.store.provider()
    let items = ItemAccess(provider: provider, previewItems: command.store.previewItems)
    do {
      let (command, style) = (command, OutputStyle.current)
      try StandardOutput.write(DetachedWork.wait { try await command.output(items, style: style) })
    } catch let error as StandardOutput.Failure {
      throw error
    } catch let nothing as NothingMatched {
      try StandardOutput.write(nothing.output)
      throw nothing
    } catch {
      throw Failure(error, place: command.place(of: error, storePath: items.name))
    }
  }
}

extension ItemCommand {
  /// Where an error happened that does not say it itself.
  func place(of error: any Error, storePath: String) -> String {
    if let error = error as? ItemError, error == .emptyTitle { return "docket \(Self.commandName)" }
    return storePath
  }
}
