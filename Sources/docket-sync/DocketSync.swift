import ArgumentParser
import DocketOutput

/// `docket-sync`: what `docket sync` runs.
@main
struct DocketSync: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "docket sync",
    abstract: "Keep a store equal to those on other machines.",
    discussion: """
      The machines meet in a folder that something else carries (Syncthing, a network share, a stick), or in a PostgreSQL \
      database. What lies there is sealed: who carries it sees who wrote, when and how much, but not what. Only what \
      begins with 'init --readable' can be read there, and queried in the database.

      On the first machine:   docket sync init FOLDER|URL, then docket sync invite
      On each other one:      docket sync join, and give it the line that invite printed
      For somebody else:      docket sync share LIST FOLDER|URL, then docket sync invite LIST

      From then on the list syncs while it is open. 'docket sync now' does it once, for cron; 'docket sync run' until it \
      is ended.

      Exit statuses are those of docket.
      """,
    version: DocketVersion.number,
    subcommands: [
      InitCommand.self, ShareCommand.self, JoinCommand.self, InviteCommand.self, AdmitCommand.self, NowCommand.self,
      RunCommand.self, StatusCommand.self, ConflictsCommand.self, TakeCommand.self, KeepCommand.self, LeaveCommand.self,
    ])

  static func main() async {
    do {
      var command = try parseAsRoot(decisionFirst(commandFirst(Array(CommandLine.arguments.dropFirst()))))
      if var command = command as? any AsyncParsableCommand { try await command.run() } else { try command.run() }
    } catch let code as ExitCode {
      exit(withError: code)
    } catch {
      // A request for help is an error with the status of success.
      if exitCode(for: error) == .success { exit(withError: error) }
      (SyncFailure(error) ?? SyncFailure(usage: message(for: error))).exit()
    }
  }
}

extension DocketSync {
  /// The arguments without `conflicts` before a decision about one: `conflicts take ID` is `take ID`.
  private static func decisionFirst(_ arguments: [String]) -> [String] {
    let decisions = [TakeCommand.configuration.commandName, KeepCommand.configuration.commandName]
    guard arguments.first == ConflictsCommand.configuration.commandName,
      let place = arguments.indices.first(where: {
        decisions.contains(arguments[$0]) && arguments[$0 - 1] != "--store"
      })
    else { return arguments }
    return [arguments[place]] + arguments[1..<place] + arguments[(place + 1)...]
  }

  /// The arguments with the option `--store` behind the command: people write it before that too, as with `docket`.
  private static func commandFirst(_ arguments: [String]) -> [String] {
    var rest = arguments[...]
    var options: [String] = []
    while let option = rest.first, option == "--store" || option.hasPrefix("--store=") {
      let count = option == "--store" ? 2 : 1
      options += rest.prefix(count)
      rest = rest.dropFirst(count)
    }
    return rest.prefix(1) + options + rest.dropFirst()
  }
}

/// The store that a command works on.
struct StoreOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The store, instead of $DOCKET_STORE or the default one.", valueName: "file"),
    completion: .file())
  var store: String?
}
