import Foundation
import Testing

@Suite("Commands on the store itself", .takesTurns)
struct StoreCommandTests {
  let directory: TemporaryDirectory
  let docket: DocketProcess

  init() throws {
    directory = try TemporaryDirectory()
    docket = DocketProcess(in: directory)
  }

  @Test func aBackupIsAStore() async throws {
    try await docket.run("add", "kept")
    let copy = directory.file("copy.sqlite")
    #expect(try await docket.run("backup", copy).status == 0)
    try await docket.run("add", "later")
    #expect(try await docket.run("--store", copy, "list", "--count").text == "1\n")
    #expect(try await docket.run("backup", copy).status == 73)
    let mode = try FileManager.default.attributesOfItem(atPath: copy)[.posixPermissions] as? Int
    #expect(mode == 0o600)
  }

  @Test func aPreviewCanBeKept() async throws {
    let copy = directory.file("preview.sqlite")
    #expect(try await docket.run("--preview", "--items", "7", "backup", copy).status == 0)
    #expect(try await docket.run("--store", copy, "list", "--count").text == "7\n")
  }

  @Test func checkSaysThatAllIsWellOrWhatIsNot() async throws {
    let store = directory.file("store.sqlite")
    try await docket.run("add", "a title of some length")
    #expect(try await docket.run("check").text == "\(store): no damage found\n")
    _ = try await SQLiteShell.run(
      "update \"openswiftdata_text_Item.title_data\" set block = zeroblob(40) where id > 100", on: store)
    let result = try await docket.run("check")
    #expect(result.status == 65)
    #expect(
      result.error
        == "docket: the store is damaged: the full-text index of Item.title is damaged: \(store): "
        + "salvage what can be read with 'docket recover salvaged.sqlite', or put a copy in its place\n")
  }

  @Test func theCommandThatSalvagesIsTheOneToType() async throws {
    let store = directory.file("a $b.sqlite")
    try await docket.run("--store", store, "add", "x")
    let bytes = try directory.bytes(of: "a $b.sqlite")
    try directory.write(
      bytes.prefix(100) + Data(repeating: 7, count: 4_000) + bytes.dropFirst(4_100), to: "a $b.sqlite")
    let result = try await docket.run("--store", store, "list")
    #expect(result.status == 65)
    let command = #"docket --store "\#(directory.path)/a \$b.sqlite" recover salvaged.sqlite"#
    #expect(result.error.contains("salvage what can be read with '\(command)', or"), "\(result.error)")
  }

  @Test func infoSaysWhereAndHowMuch() async throws {
    try await docket.run("add", "x")
    try await docket.run("add", "y")
    try await docket.run("done", "1")
    let lines = try await docket.run("info").text.split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
    let values = Dictionary(uniqueKeysWithValues: lines.map { ($0[0], $0[1]) })
    #expect(values["store"] == directory.file("store.sqlite"))
    #expect(values["items"] == "2" && values["open"] == "1" && values["done"] == "1")
    let bytes = ["size", "file", "log"].compactMap { values[$0].flatMap { Int($0) } }
    #expect(bytes.count == 3 && bytes[0] == bytes[1] + bytes[2])
    #expect(bytes[1] == (try directory.bytes(of: "store.sqlite").count))
  }

  /// A program would read a file that is not there, and take words for a number.
  @Test func infoForAProgramNamesOnlyWhatIsThere() async throws {
    func values(_ arguments: String...) async throws -> [[String]] {
      try await docket.run(bytes: (arguments + ["info"]).map { Array($0.utf8) }).text.split(separator: "\n").map {
        $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      }
    }
    try await docket.run("add", "x")
    let (store, preview) = (try await values(), try await values("--preview"))
    let names = ["store", "size", "file", "log", "items", "open", "done", "configuration"]
    #expect(store.map { $0[0] } == names && preview.map { $0[0] } == names)
    #expect(store.last == ["configuration", ""] && preview.last == ["configuration", ""])
    #expect(preview.filter { ["size", "file", "log"].contains($0[0]) }.allSatisfy { $0[1].isEmpty })
    let place = try configure("mouse = true\n")
    #expect(try await values().last == ["configuration", place])
  }

  @Test func allThatIsWrongWithTheConfigurationIsSaid() async throws {
    let place = try configure("theme = \"blau\"\ncolumns = [\"title\", \"nix\"]\n[keys]\nfly = \"f\"\n")
    let result = try await docket.run("config")
    #expect(result.status == 78 && result.text.isEmpty)
    let lines = result.error.split(separator: "\n")
    #expect(lines.count == 3)
    for (line, part) in zip(lines, ["\"theme\" must be", "\"columns\" has \"nix\"", "\"keys.fly\" isn't a command"]) {
      #expect(line.hasPrefix("docket: \(part)"))
      #expect(line.hasSuffix("fix or remove it, and see 'docket config --print'"))
    }
    #expect(lines[0].contains("\(place):1:1: ") && lines[1].contains("\(place):2:1: "))
  }

  @Test func whereThereIsNoConfigurationThatIsSaid() async throws {
    let place = directory.file("home/.config/docket/config.toml")
    #expect(
      try await docket.run("config").text
        == "there is no configuration file, using defaults; it would be \(place)\n")
    let homeless = docket.shell("unset HOME; exec \"$@\"")
    let result = try await homeless.run("config")
    #expect(result.status == 0 && result.text.hasPrefix("there is no configuration file, and no place for one: "))
  }

  /// - Returns: the file.
  private func configure(_ text: String) throws -> String {
    let folder = directory.file("home/.config/docket")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/config.toml"))
    return folder + "/config.toml"
  }

  @Test func theConfigurationIsPrintedAndChecked() async throws {
    let configured = DocketProcess(in: directory)
    let place = try configure("theme = \"light\"\n[keys]\nadd = \"i\"\n")
    let printed = try await configured.run("config", "--print")
    #expect(printed.text.contains("\ntheme = \"light\"\n") && printed.text.contains("\nadd = [\"i\"]\n"))
    #expect(
      try await configured.run("config").text
        == "\(place): configuration OK\nwarning: keys.add: i was a key of edit-notes\n")
    // Who gives the other command a key too means it.
    _ = try configure("[keys]\nadd = \"i\"\nedit-notes = \"I\"\n")
    #expect(try await configured.run("config").text == "\(place): configuration OK\n")
    _ = try configure("[keys]\nquit = []\npalette = []\n")
    #expect(
      try await configured.run("config").text == """
        \(place): configuration OK
        warning: keys.quit: no key ends the list, and none opens the palette

        """)
    let programs = "[hooks]\nadded = [\"no-such-program\", \"x\"]\ndone = \"true\"\n[commands.post]\nrun = \"~/post\"\n"
    _ = try configure(programs)
    let checked = try await configured.run("config")
    #expect(
      checked.text == """
        \(place): configuration OK
        warning: hooks.added: there is no program “no-such-program”
        warning: commands.post.run: there is no program “~/post”

        """)
    #expect(checked.status == 0)
    // There, but no program; then one.
    let post = directory.file("home/post")
    try Data("#!/bin/sh\n".utf8).write(to: URL(fileURLWithPath: post))
    #expect(try await configured.run("config").text.contains("“~/post” can't be run, permission denied"))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: post)
    #expect(try await !configured.run("config").text.contains("post"))
    _ = try configure("\n[keys]\nadd = \"Hyper\"\n")
    let result = try await configured.run("config")
    #expect(result.status == 78)
    #expect(
      result.error
        == "docket: \"keys.add\" has \"Hyper\", which isn't a key: keys are written a, ^a, M-a, Space, F1: \(place):3:1: "
        + "fix or remove it, and see 'docket config --print'\n")
  }

  @Test func theFiltersThatEverybodyHasKeepTheirNames() async throws {
    let configured = DocketProcess(in: directory)
    let place = try configure("[filters]\nOpen = \"#x\"\n")
    let result = try await configured.run("config")
    #expect(result.status == 78)
    #expect(
      result.error
        == "docket: \"filters.Open\" is the name of a standard filter: choose another one: "
        + "\(place):2:1: fix or remove it, and see 'docket config --print'\n")
  }

  /// The index of texts is of an older version, and somebody else holds the lock that making it anew takes.
  @Test func anOpeningThatTakesLongSaysSo() async throws {
    try await docket.run("add", "x")
    let result = try await docket.script(
      """
      sqlite3 store.sqlite "UPDATE openswiftdata_metadata SET value = 'old' WHERE key = 'full_text_folding'"
      mkfifo lock
      sqlite3 store.sqlite < lock > held &
      exec 3> lock
      echo "BEGIN IMMEDIATE; SELECT 'held';" >&3
      until grep -q held held; do sleep 0.01; done
      script -qfec "\(DocketProcess.binary) list --count" log < /dev/null > /dev/null &
      until grep -q 'waiting for the store' log; do sleep 0.01; done
      echo "COMMIT;" >&3
      exec 3>&-
      wait
      tr '\\r' '\\n' < log | grep -a -x -c 1
      """)
    #expect(result.text.contains("1"), "\(result.text) \(result.error)")
  }

  /// Texts enough that they can't be indexed before the first line about it.
  @Test func anUpdateOfTheStoreSaysHowFarItIsAndCanBeCancelled() async throws {
    try await docket.run("add", "x")
    let result = try await docket.script(
      """
      sqlite3 store.sqlite "
        INSERT INTO Item(uid, title, notes, timestamp, createTimestamp, priority, deadline, startMoment, orderKey)
        WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
        SELECT printf('%032X', i), 'item number ' || i, hex(randomblob(40)), timestamp, createTimestamp, priority,
          deadline, startMoment, printf('e%05d', i % 100000) FROM n, Item WHERE Item.id = 1;
        UPDATE openswiftdata_metadata SET value = 'old' WHERE key = 'full_text_folding'"
      (timeout 120 sh -c "until grep -q 'updating the store: texts, ' log; do sleep 0.01; done"; printf '\\003') |
        script -qefc "bash -c '\(DocketProcess.binary) list --count; echo went on'" log > /dev/null || echo status $?
      grep -a -c 'went on$' log || true
      tr '\\r' '\\n' < log | grep -a -E -m 1 -o 'texts, [0-9]+ %, [0-9 ]+ a second' | sed -E 's/[0-9]+( [0-9]{3})*//g'
      grep -a -o 'docket: the store was left as it was; it is updated when it is opened again' log
      sqlite3 store.sqlite "SELECT value FROM openswiftdata_metadata WHERE key = 'full_text_folding'"
      """)
    #expect(
      result.text == """
        status 130
        0
        texts,  %,  a second
        docket: the store was left as it was; it is updated when it is opened again
        old

        """, "\(result.error)")
    #expect(try await docket.run("list", "--count").text == "100000\n")
  }

  @Test func filtersHaveTheirNamesOnTheCommandLine() async throws {
    let configured = DocketProcess(in: directory)
    _ = try configure("[filters]\nErrands = \"#shop\"\n")
    for title in ["milk #shop", "bread #shop @-2d", "work", "errands"] { try await configured.run("add", title) }
    func ids(_ arguments: String...) async throws -> String {
      let words = ["list", "--ids", "--sort", "created"] + arguments
      return try await configured.run(bytes: words.map { Array($0.utf8) }).text
    }
    #expect(try await ids("--filter", "errands") == "1\n2\n")
    #expect(try await ids("--filter", "Errands", "milk") == "1\n")
    #expect(try await ids("--filter=overdue") == "2\n")
    #expect(try await ids("--filter", "#shop or work") == "1\n2\n3\n")
    #expect(try await ids("--filter", "errand") == "4\n")
    #expect(try await ids("errands") == "4\n", "a word is a word")
    _ = try configure("[filters\nErrands = \"#shop\"\n")
    let broken = try await configured.run("list", "--filter", "errands")
    #expect(broken.status == 78 && broken.output.isEmpty)
    _ = try configure("[filters]\nErrands = \"#shop\"\n")
    #expect(try await configured.run("--filter", "errands", "list", "--ids", "--sort", "created").text == "1\n2\n")
    // One that was saved in the list.
    let list = try await TmuxTerminal(
      [DocketProcess.binary, "--filter", "work"], environment: configured.environment,
      workingDirectory: directory.path)
    try await list.waitUntil { $0.contains("? help") && $0.contains("work") }
    try await list.type("FMine")
    try await list.press("Enter")
    try await list.waitUntil { $0.contains("saved the filter") }
    try await list.press("q")
    #expect(try await list.exitStatus() == 0)
    #expect(try await ids("--filter", "mine") == "3\n")
    let again = try await TmuxTerminal(
      [DocketProcess.binary, "--filter", "Mine"], environment: configured.environment,
      workingDirectory: directory.path)
    try await again.waitUntil { $0.contains("? help") && $0.contains("of 1") || $0.contains(" work") }
    try await again.press("q")
    #expect(try await again.exitStatus() == 0)
  }

  @Test func aCopyThatCanNotBeMadeNamesItsOwnPath() async throws {
    try await docket.run("add", "x")
    for path in ["/sys/copy", "/proc/copy"] {
      let result = try await docket.run("backup", path)
      #expect([73, 77].contains(result.status))
      #expect(result.error.contains(": \(path): choose another path for the new file"), "\(result.error)")
    }
  }
}
