import ArgumentParser
import DocketData
import Foundation

/// `docket sync`: hands its arguments to `docket-sync`, a program of its own, which needs more libraries than the list.
struct SyncCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync",
    abstract: "Keep the store equal to those on other machines.",
    discussion: """
      The machines meet in a folder that something else carries (Syncthing, a network share, a stick), or in a PostgreSQL \
      database. What lies there is sealed, but for 'init --readable'. Offline edits on several machines meet; nothing is \
      overwritten unseen.

      docket sync init FOLDER|URL   begin, on the first machine
      docket sync invite            print a secret line for another machine
      docket sync join              join, there; reads the line from standard input
      docket sync share LIST FOLDER|URL   share a list with somebody else; then invite LIST
      docket sync admit ROLE [LIST] let a role of the database take part
      docket sync now               send and receive once, for cron
      docket sync run               send and receive until ended
      docket sync status [--json]   how far this store has come
      docket sync conflicts         what was overwritten unseen; then conflicts take ID, or conflicts keep ID
      docket sync leave             stop; the items stay

      'docket conflicts' and 'docket share' do the same. The list syncs while it is open, and says in its footer how that \
      goes. More on each: docket sync COMMAND --help.
      """)

  /// The other program's commands, for completion.
  static let commands = [
    "init", "invite", "join", "share", "admit", "now", "run", "status", "conflicts", "take", "keep", "leave",
  ]

  @OptionGroup var store: StoreOptions

  @Argument(
    parsing: .captureForPassthrough,
    help: ArgumentHelp("A command of 'docket sync', with its options.", valueName: "argument"),
    completion: ItemCompletion.sync)
  var arguments: [String] = []

  /// Those of them that are commands of `docket`, too.
  private static let short: Set = ["conflicts", "share"]

  /// The arguments with `sync` before a command that can be given without it, and options `--store` that stand right
  /// behind `sync` before it: what follows is the other program's.
  static func ordered(_ arguments: [String]) -> [String] {
    guard let place = CommandNames.place(in: arguments) else { return arguments }
    if short.contains(arguments[place]) { return arguments[..<place] + ["sync"] + arguments[place...] }
    return arguments[place] == "sync" ? storeFirst(arguments, place) : arguments
  }

  private static func storeFirst(_ arguments: [String], _ place: Int) -> [String] {
    var rest = arguments[(place + 1)...]
    var options: [String] = []
    while let option = rest.first, option == "--store" || option.hasPrefix("--store=") {
      let count = option == "--store" ? 2 : 1
      options += rest.prefix(count)
      rest = rest.dropFirst(count)
    }
    return arguments[..<place] + options + ["sync"] + rest
  }

  /// Becomes the other program.
  ///
  /// - Throws: `Failure` if there is none, and the help for somebody who asks for that.
  func run() throws {
    if arguments.isEmpty || ["--help", "-h"].contains(arguments[0]) { throw CleanExit.helpRequest(Self.self) }
    guard arguments[0].hasPrefix("-") || (Self.commands + ["help"]).contains(arguments[0]) else {
      throw Failure.noSyncCommand(arguments[0])
    }
    if store.preview {
      throw Failure(.usage, "a preview has nothing to sync", place: "--preview", remedy: "leave it out")
    }
    // The other program takes the option before its own commands too, and of two the later one.
    let words = [SyncProgram.name] + (store.store.map { ["--store", $0] } ?? []) + arguments
    let path = SyncProgram.path ?? SyncProgram.name
    let copies = words.map { strdup($0) }
    execvp(path, copies + [nil])
    for copy in copies { free(copy) }
    throw Failure(
      .configuration, "there is no docket-sync beside docket", place: path,
      remedy: "install it, or build it with 'swift build --product docket-sync'")
  }
}

/// Where the program is that syncs.
enum SyncProgram {
  static let name = "docket-sync"

  /// The one beside this program; nil if there is none.
  static var path: String? {
    // Source: https://man7.org/linux/man-pages/man5/proc_pid_exe.5.html
    guard let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") else { return nil }
    let path = (own as NSString).deletingLastPathComponent + "/" + name
    return access(path, X_OK) == 0 ? path : nil
  }
}
