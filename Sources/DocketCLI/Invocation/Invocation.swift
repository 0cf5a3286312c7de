import ArgumentParser

/// What the command line asks for.
enum Invocation {
  /// The full-screen list.
  case list(DocketCommand)
  /// A command on items.
  case command(any ItemCommand)
  /// The configuration.
  case configuration(ConfigCommand)
  /// A text that was asked for: help, the version, a completion script.
  case message(String)

  /// - Throws: `Failure` with the status 64 if the arguments make no sense.
  init(arguments: [String]) throws {
    do {
      self = try Self.parse(arguments)
    } catch let failure as Failure {
      throw failure
    } catch {
      // A request for help is an error with the status of success.
      guard DocketCommand.exitCode(for: error) == .success else {
        throw Failure(usage: DocketCommand.message(for: error), arguments: arguments)
      }
      self = .message(Self.withOneLineEnd(DocketCommand.fullMessage(for: error)))
    }
  }

  private static func withOneLineEnd(_ text: String) -> String {
    text.last?.isNewline == true ? text : text + "\n"
  }

  private static func parse(_ arguments: [String]) throws -> Invocation {
    if let name = CommandNames.misnamed(in: arguments) { throw Failure.noCommand(name) }
    var command = try DocketCommand.parseAsRoot(JoinedNumbers.join(arguments))
    if let root = command as? DocketCommand {
      return root.generateManual ? .message(try ManualPage().text) : .list(root)
    }
    if CommandNames.hasFilter(in: arguments) {
      throw Failure.filterOfCommand(CommandNames.command(in: arguments) ?? "help")
    }
    if let command = command as? any ItemCommand { return .command(command) }
    if let command = command as? ConfigCommand { return .configuration(command) }
    // `docket help`: the parser's own command throws the text.
    try command.run()
    return .message("")
  }
}
