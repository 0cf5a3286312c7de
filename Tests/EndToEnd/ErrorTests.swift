import Foundation
import Testing

@Suite("Errors", .takesTurns)
struct ErrorTests {
  /// Arguments, the status and the line that they lead to; `STORE` stands for the path of the store.
  static let mistakes: [(arguments: [String], status: Int32, line: String)] = [
    (["add"], 64, "missing expected argument '<title> ...': docket add: see 'docket help add'"),
    (["add", ""], 65, "the title is empty: docket add: give a title with at least one letter"),
    (["add", " \t"], 65, "the title is empty: docket add: give a title with at least one letter"),
    (["show"], 64, "missing expected argument '<id>': docket show: see 'docket help show'"),
    (
      ["show", "x"], 64,
      "the value 'x' is invalid for '<id>': docket show: give the number that 'docket list' shows, or see 'docket help show'"
    ),
    (
      ["show", "0"], 64,
      "the value '0' is invalid for '<id>': docket show: give the number that 'docket list' shows, or see 'docket help show'"
    ),
    (
      ["show", "-1"], 64,
      "the value '-1' is invalid for '<id>': docket show: give the number that 'docket list' shows, or see 'docket help show'"
    ),
    (
      ["delete", "-1"], 64,
      "the value '-1' is invalid for '<id>': docket delete: give numbers that 'docket list' shows, such as 3 or 3,5,8-12, "
        + "or see 'docket help delete'"
    ),
    (
      ["add", "-rf"], 64,
      "missing expected argument '<title> ...': docket add: put -- before a title that starts with a dash, "
        + "or see 'docket help add'"
    ),
    // The parser would take the first letter for that of the help.
    (
      ["add", "-hop", "on"], 64,
      "unknown option '-hop': docket add: put -- before a title that starts with a dash, or see 'docket help add'"
    ),
    (
      ["done", "-oh"], 64,
      "the value '-oh' is invalid for '<id>': docket done: give numbers that 'docket list' shows, such as 3 or 3,5,8-12, "
        + "or see 'docket help done'"
    ),
    (["show", "9"], 1, "there is no item 9: STORE: see the numbers with 'docket list'"),
    (["show", "9", "--json"], 1, "there is no item 9: STORE: see the numbers with 'docket list'"),
    (["update", "9", "--touch"], 1, "there is no item 9: STORE: see the numbers with 'docket list'"),
    (
      ["update", "1"], 64,
      "nothing to change: give an option such as '--title' or '--touch': docket update: see 'docket help update'"
    ),
    (
      ["add", "--due", "soon", "x"], 64,
      "the value 'soon' is invalid for '--due <date>': docket add: give a date such as today, fri, +3d, eom, '24 dec', "
        + "2026-12-24, 'fri 17:00', or none, or see 'docket help add'"
    ),
    (
      ["add", "--priority", "urgent", "x"], 64,
      "the value 'urgent' is invalid for '--priority <priority>': docket add: give none, low, medium or high, "
        + "or see 'docket help add'"
    ),
    (["add", "--parent", "9", "x"], 1, "there is no item 9: STORE: see the numbers with 'docket list'"),
    (["done", "9"], 1, "there is no item 9: STORE: see the numbers with 'docket list'"),
    (["reopen"], 64, "missing expected argument '<id> ...': docket reopen: see 'docket help reopen'"),
    (
      ["undo", "0"], 64,
      "the value '0' is invalid for '<n>': docket undo: give a whole number, 1 or more, or see 'docket help undo'"
    ),
    (["undo"], 1, "there is nothing to undo: STORE: see what was done with 'docket log'"),
    (["redo"], 1, "there is nothing to redo: STORE: see what was done with 'docket log'"),
    (
      ["log", "--limit=-1"], 64,
      "the value '-1' is invalid for '--limit <n>': docket log: give a whole number, 0 or more, or see 'docket help log'"
    ),
    (
      ["backup", "/proc/none/copy"], 73,
      "the copy could not be made: no such file or directory: /proc/none/copy: "
        + "choose another path for the new file"
    ),
    (
      ["backup", "/dev/null"], 73,
      "a file with that name exists already, and a copy does not replace it: /dev/null: "
        + "choose another path for the new file"
    ),
    (["update", "--touch"], 64, "missing expected argument '<id> ...': docket update: see 'docket help update'"),
    (["update", "1", "--title", ""], 65, "the title is empty: docket update: give a title with at least one letter"),
    (["delete"], 64, "missing expected argument '<id> ...': docket delete: see 'docket help delete'"),
    (["delete", "9"], 1, "there is no item 9: STORE: see the numbers with 'docket list'"),
    (
      ["list", "due:soon"], 64,
      "at character 5 of “due:soon”, “soon” isn't a date: try today, fri, +3d, eom, 24 dec, 2026-12-24, "
        + "fri 17:00 or none: "
        + "docket list: see 'docket help list'"
    ),
    (["list", "--jsno"], 64, "unknown option '--jsno': docket list: try '--json', or see 'docket help list'"),
    (
      ["list", "--sort", "size"], 64,
      "the value 'size' is invalid for '--sort <key>': docket list: give updated, created, title, due, done, priority, "
        + "manual, urgency, agenda, or one with a dash before it for the reverse, or see 'docket help list'"
    ),
    (
      ["list", "--limit", "-1"], 64,
      "the value '-1' is invalid for '--limit <n>': docket list: give a whole number, 0 or more, or see 'docket help list'"
    ),
    (
      ["log", "--limit", "-1"], 64,
      "the value '-1' is invalid for '--limit <n>': docket log: give a whole number, 0 or more, or see 'docket help log'"
    ),
    (
      ["undo", "-1"], 64,
      "the value '-1' is invalid for '<n>': docket undo: give a whole number, 1 or more, or see 'docket help undo'"
    ),
    (
      ["redo", "-3"], 64,
      "the value '-3' is invalid for '<n>': docket redo: give a whole number, 1 or more, or see 'docket help redo'"
    ),
    (
      ["redo", "0"], 64,
      "the value '0' is invalid for '<n>': docket redo: give a whole number, 1 or more, or see 'docket help redo'"
    ),
    (
      ["add", "--parent", "-1", "x"], 64,
      "the value '-1' is invalid for '--parent <id>': docket add: give the number that 'docket list' shows, or none, "
        + "or see 'docket help add'"
    ),
    (
      ["--preview", "--items", "-1", "list"], 64,
      "the value '-1' is invalid for '--items <n>': docket list: give a whole number from 0 to 10000000, "
        + "or see 'docket help list'"
    ),
    (
      ["list", "--limit=-1"], 64,
      "the value '-1' is invalid for '--limit <n>': docket list: give a whole number, 0 or more, or see 'docket help list'"
    ),
    (
      ["list", "--limit", "many"], 64,
      "the value 'many' is invalid for '--limit <n>': docket list: give a whole number, 0 or more, or see 'docket help list'"
    ),
    (
      ["update", "1", "--every", "often"], 64,
      "the value 'often' is invalid for '--every <repetition>': docket update: give daily, weekdays, mon,wed, "
        + "'after 3 days', 'every 2 weeks', '24 dec', 'last fri', or none, or see 'docket help update'"
    ),
    (
      ["update", "1", "--tag", "a b"], 64,
      "the value 'a b' is invalid for '--tag <+tag|-tag>': docket update: give words of up to 64 characters, "
        + "such as +home, -home or +home,-work, or see 'docket help update'"
    ),
    (
      ["done", "1,x"], 64,
      "the value '1,x' is invalid for '<id>': docket done: give numbers that 'docket list' shows, such as 3 or 3,5,8-12, "
        + "or see 'docket help done'"
    ),
    (
      ["list", "--preview", "--store", "x"], 64,
      "'--preview' takes no store: leave out '--store' or '--preview': docket list: see 'docket help list'"
    ),
    (
      ["--store", "x", "list", "--preview"], 64,
      "'--preview' takes no store: leave out '--store' or '--preview': docket list: see 'docket help list'"
    ),
    (
      ["--preview", "--store", "x"], 64,
      "'--preview' takes no store: leave out '--store' or '--preview': docket: see 'docket help'"
    ),
    (
      ["--filter", "is:opne"], 64,
      "at character 4 of “is:opne”, “is:” takes one of open, done, overdue, today, ready, waiting, blocked, recurring: "
        + "docket --filter: see 'docket help list'"
    ),
    (
      ["export", "-", "is:opne"], 64,
      "at character 4 of “is:opne”, “is:” takes one of open, done, overdue, today, ready, waiting, blocked, recurring: "
        + "docket export: see 'docket help list'"
    ),
    (
      ["list", "--json", "--ids"], 64,
      "give one of --json, --ids, --count: docket list: see 'docket help list'"
    ),
    (["list", "--items", "3"], 64, "'--items' needs '--preview': docket list: see 'docket help list'"),
    (["list", "--store", ""], 64, "the value of '--store' is empty: docket list: see 'docket help list'"),
    (
      ["list", "--store", "/dev/null"], 65, "the store must be a regular file: /dev/null: use --preview to keep nothing"
    ),
    (
      ["add", "x", "--store", "/proc/none/x"], 73,
      "there is no such directory: /proc/none: check the path of --store, or make the directory first"
    ),
    (["--store", "list", "add"], 64, "missing expected argument '<title> ...': docket add: see 'docket help add'"),
    (["--filter", "done", "show"], 64, "missing expected argument '<id>': docket show: see 'docket help show'"),
    (
      ["export", "--filter", "is:done"], 64,
      "--filter is for the list on the full screen, and for 'docket list': docket export: "
        + "give the query itself, where a command takes one; see 'docket help export'"
    ),
    (
      ["--filter", "x", "done", "1"], 64,
      "--filter is for the list on the full screen, and for 'docket list': docket done: "
        + "give the query itself, where a command takes one; see 'docket help done'"
    ),
    (["lst"], 64, "there is no such command: lst: try 'docket list', or see 'docket help'"),
    (["Next"], 64, "there is no such command: Next: try 'docket list', or see 'docket help'"),
    (
      ["postpone", "3"], 64,
      "there is no such command: postpone: try 'docket update ID --due DATE', or see 'docket help'"
    ),
    (["1", "done"], 64, "the command comes before the numbers: 1: try 'docket done 1', or see 'docket help'"),
    (
      ["3,5", "modify"], 64,
      "the command comes before the numbers: 3,5: try 'docket update 3,5', or see 'docket help'"
    ),
    (
      ["5", "snooze"], 64,
      "the command comes before the numbers: 5: try 'docket update 5 --start DATE', or see 'docket help'"
    ),
    (["3,5"], 64, "there is no such command: 3,5: see 'docket help'"),
    (["3,5", "show"], 64, "there is no such command: 3,5: see 'docket help'"),
    (["3", "undo"], 64, "there is no such command: 3: see 'docket help'"),
    (["help", "7"], 64, "there is no such command: 7: see 'docket help'"),
    (["7"], 64, "the command comes before the numbers: 7: try 'docket show 7', or see 'docket help'"),
    (
      ["done", "1-10001"], 64,
      "the value '1-10001' is invalid for '<id>': docket done: "
        + "give ranges of at most 10 000 numbers, or '--where' and a query, or see 'docket help done'"
    ),
    (
      ["update", "7", "--prioritty", "high"], 64,
      "unknown option '--prioritty': docket update: try '--priority', or see 'docket help update'"
    ),
    (["list", "--filtr", "x"], 64, "unknown option '--filtr': docket list: try '--filter', or see 'docket help list'"),
    (["list", "--coun"], 64, "unknown option '--coun': docket list: try '--count', or see 'docket help list'"),
    (["list", "--foo"], 64, "unknown option '--foo': docket list: see 'docket help list'"),
    (
      ["export", "-", "--formt", "x"], 64,
      "unknown option '--formt': docket export: try '--format', or see 'docket help export'"
    ),
    (["update", "7", "--foo=bar"], 64, "unknown option '--foo': docket update: see 'docket help update'"),
    (["update", "7", "--foo"], 64, "unknown option '--foo': docket update: see 'docket help update'"),
    (["update", "7", "--due", "fri", "--foo"], 64, "unknown option '--foo': docket update: see 'docket help update'"),
    (
      ["update", "7", "--title", "high", "--prioritty", "high"], 64,
      "unknown option '--prioritty': docket update: try '--priority', or see 'docket help update'"
    ),
    (
      ["done", "--store=x", "abc"], 64,
      "the value 'abc' is invalid for '<id>': docket done: give numbers that 'docket list' shows, such as 3 or 3,5,8-12, "
        + "or see 'docket help done'"
    ),
    (["keep"], 64, "there is no such command: keep: try 'docket sync keep', or see 'docket help'"),
    (["sync", "int"], 64, "there is no such command: sync int: try 'docket sync init', or see 'docket help sync'"),
    (
      ["sync", "--store", "x", "STAUS", "--json"], 64,
      "there is no such command: sync STAUS: try 'docket sync status', or see 'docket help sync'"
    ),
    (["sync", "nope"], 64, "there is no such command: sync nope: see 'docket help sync'"),
    (["ad", "foo"], 64, "there is no such command: ad: try 'docket add', or see 'docket help'"),
    (["EXPROT"], 64, "there is no such command: EXPROT: try 'docket export', or see 'docket help'"),
    (
      ["--store", "done", "--preview", "dnoe"], 64,
      "there is no such command: dnoe: try 'docket done', or see 'docket help'"
    ),
    (["--fliter", "is:open"], 64, "unknown option '--fliter': docket: try '--filter', or see 'docket help'"),
    (["--preview", "lst"], 64, "there is no such command: lst: try 'docket list', or see 'docket help'"),
    (["help", "nope"], 64, "there is no such command: nope: see 'docket help'"),
    (["help", "lsit"], 64, "there is no such command: lsit: try 'docket list', or see 'docket help'"),
    (["\u{1b}[31m\u{9b}\n"], 64, "there is no such command: ␛[31m�␊: see 'docket help'"),
    (["--\u{1b}]0;x\u{7}"], 64, "unknown option '--␛]0;x␇': docket: see 'docket help'"),
    (
      [], 78,
      "standard input and output must be a terminal: docket: use a command such as 'docket list', or run docket in a terminal"
    ),
  ]

  let directory: TemporaryDirectory
  let docket: DocketProcess

  init() throws {
    directory = try TemporaryDirectory()
    docket = DocketProcess(in: directory)
  }

  @Test(arguments: mistakes)
  func areOneLineAndAStatus(_ mistake: (arguments: [String], status: Int32, line: String)) async throws {
    let result = try await docket.run(bytes: mistake.arguments.map { Array($0.utf8) })
    let line = mistake.line.replacing("STORE", with: directory.file("store.sqlite"))
    #expect(result.error == "docket: \(line)\n")
    #expect(result.status == mistake.status)
    #expect(result.output.isEmpty)
  }

  /// What the parser says of `docket` itself.
  private struct Described: Decodable {
    struct Command: Decodable { let arguments: [Argument] }
    struct Argument: Decodable {
      let kind: String
      let names: [Name]?
    }
    struct Name: Decodable { let name: String }

    let command: Command

    var options: [String] { command.arguments.filter { $0.kind == "option" }.flatMap { $0.names ?? [] }.map(\.name) }
  }

  @Test func theValueOfAnOptionIsNoCommand() async throws {
    let help = try await docket.run("--experimental-dump-help")
    let options = try JSONDecoder().decode(Described.self, from: Data(help.text.utf8)).options
    #expect(options.count >= 3, "\(options)")
    for option in options + ["generate-completion-script"] {
      let result = try await docket.run("--\(option)", "nonsense", "lsit")
      #expect(result.error.hasPrefix("docket: there is no such command: lsit"), "--\(option)")
    }
  }

  @Test func textThatIsNotUTF8IsRefusedAndNotReplaced() async throws {
    let result = try await docket.run(bytes: [Array("add".utf8), [0x61, 0xff, 0x62]])
    #expect(result.status == 65)
    #expect(result.error == "docket: the text is not valid UTF-8: argument 2: convert it to UTF-8 first\n")
    #expect(try directory.contents().isEmpty)
  }

  @Test(arguments: ["dumb", "", "no-such-terminal"])
  func aTerminalThatCannotShowAListIsToldSoInWords(_ name: String) async throws {
    let command = ["/usr/bin/env", "TERM=\(name)", DocketProcess.binary, "--preview"]
    let terminal = try await TmuxTerminal(command, columns: 150, environment: docket.environment)
    #expect(try await terminal.exitStatus() == 78)
    let screen = try await terminal.screen()
    #expect(screen.lines[0].hasPrefix("docket: "))
    #expect(screen.lines.dropFirst().allSatisfy { $0.isEmpty })
  }

  @Test func aBusyStoreIsReportedAsSuch() async throws {
    try await docket.run("add", "one")
    let store = directory.file("store.sqlite")
    let ready = directory.file("ready")
    let lock = "BEGIN IMMEDIATE;\n.shell touch \(ready); cat \(directory.file("gate")) > /dev/null\n"
    mkfifo(directory.file("gate"), 0o600)
    try directory.write(Array(lock.utf8), to: "lock.sql")
    let holder = try ChildProcess(
      ["/usr/bin/sqlite3", store].map { Array($0.utf8) }, environment: ["PATH": "/usr/bin:/bin"],
      input: .file(directory.file("lock.sql")), output: .file("/dev/null"), error: .file("/dev/null"),
      directory: directory.path)
    try await waitUntil { FileManager.default.fileExists(atPath: ready) ? true : nil }
    let result = try await docket.run("add", "two")
    #expect(result.status == 75)
    #expect(
      result.error
        == "docket: the store is locked by another program: \(store): try again when the other program is done\n")
    #expect(try await docket.run("list", "--count").text == "1\n", "readers wait for no writer")
    let gate = open(directory.file("gate"), O_WRONLY)
    close(gate)
    #expect(await holder.wait() == .exited(0))
    #expect(try await docket.run("add", "two").status == 0)
  }

  /// As in a snapshot of a file system: SQLite would read the store without the log.
  @Test(.enabled(if: getuid() == 0), arguments: ["shared/store.sqlite", "link.sqlite"])
  func aLogThatCannotBeReadIsNotPassedOver(name: String) async throws {
    try await docket.run("add", "one")
    _ = try await docket.script(
      """
      mkdir shared
      sqlite3 store.sqlite <<X
      PRAGMA wal_autocheckpoint = 0;
      UPDATE Item SET title = 'in the log';
      .shell cp store.sqlite store.sqlite-wal shared/
      X
      chmod 755 . shared; chmod 644 shared/*
      ln -s shared/store.sqlite link.sqlite
      """)
    var docket = docket
    let store = directory.file(name)
    docket.environment["DOCKET_STORE"] = store
    let guest = docket.shell("exec setpriv --reuid=65534 --regid=65534 --clear-groups \"$@\"")
    for command in ["list", "check"] {
      let result = try await guest.run(command)
      #expect(result.status == 77)
      #expect(
        result.error
          == "docket: the store's last changes are in a log beside it, which can't be read where no file may be made: "
          + "\(store): make the file and its directory writable, or choose another file with --store\n")
    }
    chmod(directory.file("shared"), 0o777)
    #expect(try await guest.run("show", "1").text.contains("in the log"))
  }

  @Test(.enabled(if: getuid() == 0)) func aStoreThatMayNotBeWrittenSaysSo() async throws {
    let place = directory.file("shared")
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
    var owner = docket
    owner.environment["DOCKET_STORE"] = place + "/store.sqlite"
    try await owner.run("add", "one")
    _ = try await SQLiteShell.run("PRAGMA wal_checkpoint(TRUNCATE)", on: place + "/store.sqlite")
    for file in try FileManager.default.contentsOfDirectory(atPath: place) { chmod(place + "/" + file, 0o644) }
    chmod(place, 0o755)
    chmod(directory.path, 0o755)
    let guest = owner.shell("exec setpriv --reuid=65534 --regid=65534 --clear-groups \"$@\"")
    let result = try await guest.run("add", "two")
    #expect(result.status == 77)
    #expect(
      result.error.hasPrefix(
        "docket: the store can only be read, because its file or its folder may not be written: \(place)/store.sqlite: "
      ))
    #expect(try await guest.run("list", "--count").text == "1\n", "it can be read without a log beside it")
    _ = try await SQLiteShell.run(
      """
      UPDATE openswiftdata_metadata SET value = 'old' WHERE key = 'full_text_folding';
      DROP TABLE "openswiftdata_trigrams_Item.title"; DROP TABLE "openswiftdata_text_Item.title";
      PRAGMA wal_checkpoint(TRUNCATE)
      """, on: place + "/store.sqlite")
    #expect(try await guest.run("list", "one", "--count").text == "1\n", "nobody can mend its index of texts")
    chmod(place + "/store.sqlite", 0o600)
    #expect(try await guest.run("list").status == 77)
  }
}
