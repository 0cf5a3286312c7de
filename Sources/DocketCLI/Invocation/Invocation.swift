import ArgumentParser
import Foundation

/// What the command line asks for.
enum Invocation {
  case list(DocketCommand)
  case command(any ItemCommand)
  case configuration(ConfigCommand)
  /// A requested text: help, the version, a completion script.
  case message(String)

  /// - Throws: `Failure` with the status 64 if the arguments are invalid.
  init(arguments: [String]) throws {
    do {
      self = arguments.first == Self.completion ? .message(Self.answer(arguments)) : try Self.parse(arguments)
    } catch let failure as Failure {
      throw failure
    } catch {
      // A request for help is an error with the status of success.
      guard DocketCommand.exitCode(for: error) == .success else {
        throw Failure(usage: DocketCommand.message(for: error), arguments: arguments)
      }
      if let word = CommandNames.wordWithHelp(in: arguments) {
        throw Failure(usage: "Unknown option '\(word)'", arguments: arguments)
      }
      let text = Self.withOneLineEnd(DocketCommand.fullMessage(for: error))
      self = .message(arguments.contains("--generate-completion-script") ? CompletionScript.hardened(text) : text)
    }
  }

  /// What completion scripts ask with.
  private static let completion = "---completion"

  /// The answer to a completion script; empty if the question makes no sense.
  private static func answer(_ arguments: [String]) -> String {
    do {
      _ = try DocketCommand.parseAsRoot(arguments)
      return ""
    } catch {
      let text = DocketCommand.exitCode(for: error) == .success ? DocketCommand.fullMessage(for: error) : ""
      return text.isEmpty ? "" : withOneLineEnd(text)
    }
  }

  private static func withOneLineEnd(_ text: String) -> String {
    text.last?.isNewline == true ? text : text + "\n"
  }

  private static func parse(_ given: [String]) throws -> Invocation {
    let arguments = SyncCommand.ordered(given)
    if let name = CommandNames.misnamed(in: arguments) { throw Failure.noCommand(name, in: arguments) }
    try UnquotedValue.refuse(in: arguments)
    let joined = NumberRanges.joined(arguments)
    if let command = itemCommand(joined) { return .command(command) }
    var command = try DocketCommand.parseAsRoot(joined)
    if let root = command as? DocketCommand {
      return root.generateManual ? .message(try ManualPage().text) : .list(root)
    }
    if CommandNames.hasFilter(in: arguments), !(command is ListCommand) {
      throw Failure.filterOfCommand(CommandNames.command(in: arguments) ?? "help")
    }
    if let command = command as? any ItemCommand { return .command(command) }
    if let command = command as? ConfigCommand { return .configuration(command) }
    // `docket help`: the parser's own command throws the text.
    try command.run()
    return .message("")
  }
}

extension Invocation {
  /// The command that the first argument names, if its own parser takes all that follows.
  ///
  /// Parsing `docket` with all its commands takes half as long as a command does. That is done only if this parser refuses
  /// something, such as `--help`, so that messages are those of `docket`; or if a value looks like an option, which may be
  /// one of `docket`'s, since these may stand anywhere.
  private static func itemCommand(_ arguments: [String]) -> (any ItemCommand)? {
    guard !CommandNames.hasOptionAsValue(in: arguments) else { return nil }
    let arguments = nameFirst(arguments)
    guard let name = arguments.first, let type = CommandNames.command(named: name) as? any ItemCommand.Type else {
      return nil
    }
    return try? type.parse(Array(arguments.dropFirst()))
  }

  /// The arguments with an option `--store` that stands before the command behind its name, where it means the same,
  /// unless there is another one.
  private static func nameFirst(_ arguments: [String]) -> [String] {
    guard let option = arguments.first, option == "--store" || option.hasPrefix("--store=") else { return arguments }
    let count = option == "--store" ? 2 : 1
    guard arguments.count > count, !arguments.dropFirst(count).contains(where: { $0.hasPrefix("--store") }) else {
      return arguments
    }
    return [arguments[count]] + arguments[..<count] + arguments[(count + 1)...]
  }
}

/// The arguments of the process, as they were given.
enum CommandLineArguments {
  /// The arguments after the program's name.
  ///
  /// `CommandLine.arguments` would replace invalid UTF-8, and so change a title silently.
  ///
  /// - Throws: `Failure` if one of them is not UTF-8.
  static func read() throws -> [String] {
    try (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      guard let bytes = CommandLine.unsafeArgv[index] else { return nil }
      guard let argument = String(validatingCString: bytes) else {
        throw Failure(
          .badData, "the text is not valid UTF-8", place: "argument \(index)", remedy: "convert it to UTF-8 first")
      }
      return argument
    }
  }
}

enum EnvironmentValue {
  /// - Throws: `Failure` if the value is not UTF-8.
  static func read(_ name: String) throws -> String? {
    guard let bytes = getenv(name) else { return nil }
    guard let value = String(validatingCString: bytes) else {
      throw Failure(.badData, "the value is not valid UTF-8", place: name, remedy: "set it to a valid text")
    }
    return value
  }

  /// The values of some variables, as far as they are set.
  static func read(_ names: [String]) throws -> [String: String] {
    var values: [String: String] = [:]
    for name in names { values[name] = try read(name) }
    return values
  }
}
