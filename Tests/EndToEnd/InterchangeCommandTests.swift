import Foundation
import Testing

@Suite("Import and export on the command line", .takesTurns)
struct InterchangeCommandTests {
  let directory: TemporaryDirectory
  let docket: DocketProcess

  init() throws {
    directory = try TemporaryDirectory()
    docket = DocketProcess(in: directory)
  }

  private func write(_ text: String, to name: String) throws -> String {
    try directory.write(Data(text.utf8), to: name)
  }

  private func titles() async throws -> [String] {
    try await docket.run("list", "--sort", "created").text.split(separator: "\n").map {
      String($0.split(separator: "\t", omittingEmptySubsequences: false)[3])
    }
  }

  /// Who imports a file that was written by hand may export to the same name.
  @Test func aPersonIsAskedBeforeAnExportReplacesAFile() async throws {
    try await docket.run("add", "milk")
    let (file, theirs) = (directory.file("todo.txt"), "theirs\n")
    let command = [DocketProcess.binary, "export", file]
    for (words, answer, status) in [([], "", 1), ([], "n", 1), (["--yes"], nil, 0), ([], "y", 0)]
      as [([String], String?, Int32)]
    {
      try directory.write(Data(theirs.utf8), to: "todo.txt")
      let terminal = try await TmuxTerminal(command + words, environment: docket.environment)
      if let answer {
        try await terminal.waitUntil { $0.contains("todo.txt? [y/N]") }
        try await terminal.type(answer)
        try await terminal.press("Enter")
      }
      #expect(try await terminal.exitStatus() == status)
      let text = String(decoding: try directory.bytes(of: "todo.txt"), as: UTF8.self)
      #expect(status == 0 ? text.contains("milk") : text == theirs)
      #expect(try directory.contents().filter { $0.contains("todo.txt") } == ["todo.txt"])
    }
    // A script has nobody to ask, and a new file replaces nothing.
    try directory.write(Data(theirs.utf8), to: "todo.txt")
    #expect(try await docket.run("export", file).status == 0)
    #expect(String(decoding: try directory.bytes(of: "todo.txt"), as: UTF8.self).contains("milk"))
    let terminal = try await TmuxTerminal(
      command.dropLast() + [directory.file("new.txt")], environment: docket.environment)
    #expect(try await terminal.exitStatus() == 0)
  }

  @Test func anExportOfTaskwarriorIsTakenForWhatItIs() async throws {
    let task =
      #"[{"id":1,"description":"Buy milk","entry":"20261101T080000Z","status":"pending","#
      + #""uuid":"11111111-2222-3333-4444-555555555555","urgency":1}]"#
    try directory.write(Data(task.utf8), to: "tasks.json")
    let hint = "nothing was imported; it looks like the output of 'task export': give '--format taskwarrior'\n"
    for format in [[], ["--format", "json"]] {
      let result = try await docket.run(bytes: (["import", "tasks.json"] + format).map { Array($0.utf8) })
      #expect(result.status == 65 && result.error == "docket: the item has no title: tasks.json:1:2: \(hint)")
    }
    #expect(try await docket.run("import", "tasks.json", "--format", "taskwarrior").text.hasPrefix("added 1,"))
    try directory.write(Data(#"[{"notes":"one"}]"#.utf8), to: "ours.json")
    #expect(try await docket.run("import", "ours.json").error.contains("if it is not json give '--format'"))
  }

  /// While the import waits for more of its input, with a transaction open.
  @Test func aCancelledImportSaysThatNothingWasChanged() async throws {
    try await docket.run("add", "x")
    // "$1" is the binary. With -m, ^C is not ignored by jobs in the background.
    let script = """
      set -m
      mkfifo pipe
      "$1" import - < pipe 2> errors &
      exec 3> pipe
      printf '[{"title":"a"},' >&3
      # Opening the store takes the lock for a moment too, before ^C is caught.
      until (( 0x$(sed -n 's/^SigCgt:[[:space:]]*//p' /proc/$!/status) & 2 )); do kill -0 $! || exit; done
      while sqlite3 store.sqlite 'BEGIN IMMEDIATE; ROLLBACK' 2> /dev/null; do kill -0 $! || exit; done
      kill -INT $!
      wait $!
      echo status $?
      cat errors
      """
    let result = try await docket.shell(script).run()
    #expect(result.text == "status 130\ndocket: import: cancelled; nothing was changed\n", "\(result.error)")
    #expect(try await titles() == ["x"])
  }

  @Test(arguments: [("ics", "icalendar"), ("iCal", "icalendar"), ("todo.txt", "todotxt"), ("task", "taskwarrior")])
  func formatsAreUnderstoodByTheirUsualNames(_ usual: String, _ name: String) async throws {
    try await docket.run("add", "x")
    let result = try await docket.run("export", "-", "--format", usual)
    #expect(result.status == 0)
    let same = try await docket.run("export", "-", "--format", name)
    #expect(result.text.contains("x") && result.text.utf8.count == same.text.utf8.count)
  }

  @Test func anExportOfTenThousandItemsWithHostileTextIsTheSameAfterAnImport() async throws {
    let items = HostileFile.items(10_000, seed: 7)
    let file = try write(items, to: "hostile.json")
    try #require(try await docket.run("import", file).status == 0)
    // "$1" is the binary.
    let script = """
      set -o pipefail
      "$1" export > first.json && "$1" export - | "$1" --store other.sqlite import - \
        && "$1" --store other.sqlite export > second.json
      """
    let result = try await docket.shell(script).run()
    #expect(result.status == 0 && result.text == "added 10000, updated 0, unchanged 0, left out 0\n")
    let first = try directory.bytes(of: "first.json")
    #expect(try directory.bytes(of: "second.json") == first)
    #expect((try JSONSerialization.jsonObject(with: first) as? [Any])?.count == 10_000)
  }

  @Test(arguments: ["json", "csv", "txt", "ics"])
  func theEndingOfTheNameTellsTheFormat(_ ending: String) async throws {
    try await docket.run("add", "Buy milk #home !high @2031-05-06 >Groceries", "--notes", "two litres")
    let file = directory.file("items.\(ending)")
    let exported = try await docket.run("export", file)
    #expect(exported.status == 0 && exported.text.isEmpty && exported.error.isEmpty)
    #expect(try directory.permissions(of: "items.\(ending)") == 0o600)
    let other = directory.file("other.sqlite")
    #expect(
      try await docket.run("--store", other, "import", file).text
        == "added 1, updated 0, unchanged 0, left out 0\n")
    let mine = try await docket.run("show", "1").text.split(separator: "\n")
    let theirs = try await docket.run("--store", other, "show", "1").text.split(separator: "\n")
    for name in ["title", "state", "priority", "due", "tags", "list", "notes", "uid"] {
      #expect(mine.first { $0.hasPrefix(name + "\t") } == theirs.first { $0.hasPrefix(name + "\t") })
    }
  }

  @Test func whatAnItemHasNoPlaceForIsLeftOutByNameAndNumber() async throws {
    let text = #"[{"title":"a","colour":"red"},{"title":"b","colour":""},{"title":"c","colour":"blue"}]"#
    let file = try write(text, to: "items.json")
    let result = try await docket.run("import", file)
    #expect(result.status == 0 && result.text == "added 3, updated 0, unchanged 0, left out 0\n")
    #expect(
      result.error
        == "docket: left out, as an item has no place for it: colour 2: \(file): keep the file if you need it\n")
  }

  @Test func columnsOfOthersAreKeptShownAndFound() async throws {
    let file = try write("Task,Deadline,Size,Shelf \u{1b}[2J\na,2026-12-24,XL,top\nb,,,\n", to: "items.csv")
    let tried = try await docket.run("import", "--dry-run", file)
    #expect(tried.status == 0 && tried.text == "would be added 2, updated 0, unchanged 0, left out 0\n")
    #expect(
      tried.error.hasPrefix(
        "docket: columns read: Task as title, Deadline as due; kept under their headings: Size, Shelf ␛[2J: \(file): "))
    #expect(
      try await docket.run("import", file).error.hasPrefix("docket: kept, but not understood: Shelf ␛[2J 1, Size 1"))
    #expect(try await docket.run("list", "extra.size:xl", "--ids").text == "1\n")
    #expect(try await docket.run("list", "extra.size:none", "--ids").text == "2\n")
    let shown = try await docket.run("show", "1")
    #expect(shown.text.contains("\nextra.Size\tXL\n") && !shown.text.contains("\u{1b}"))
    #expect(try await docket.run("show", "1", "--json").text.contains(#""Size":"XL""#))
    #expect(try await docket.run("export", "-", "--format", "csv").text.contains(",Shelf \u{1b}[2J,Size\r\n"))
    let other = try await docket.run("export", "-", "--format", "todotxt", "a")
    #expect(other.error.contains("left out, as todotxt has no place for it: csv Shelf ␛[2J 1, csv Size 1:"))
    let nonsense = try await docket.run("list", "extra:xl")
    #expect(nonsense.status == 64 && nonsense.error.contains("“extra:” needs the name of a field"))
  }

  @Test func aNameThatTellsNoFormatIsRefused() async throws {
    let file = try write("x", to: "items")
    for command in ["import", "export"] {
      let result = try await docket.run(command, file)
      #expect(result.status == 64)
      #expect(
        result.error
          == "docket: the file name does not tell the format: \(file): give '--format' with json, csv, todotxt, "
          + "taskwarrior or icalendar, see 'docket help \(command)'\n")
    }
    #expect(try directory.bytes(of: "items") == Data("x".utf8))
  }

  @Test func whatIsNotThereIsSaid() async throws {
    let missing = directory.file("none.csv")
    let result = try await docket.run("import", missing)
    #expect(result.status == 66)
    #expect(
      result.error
        == "docket: no such file or directory: \(missing): check the path, or use - for standard input\n")
    let folder = try await docket.run("import", directory.path, "--format", "csv")
    #expect(folder.status == 66 && folder.error.contains("is a directory"))
    let place = directory.file("none/items.csv")
    let export = try await docket.run("export", place)
    #expect(export.status == 73)
    #expect(export.error == "docket: no such file or directory: \(place): check the path\n")
  }

  /// A file that is not there has no format.
  @Test func whatIsNotThereIsSaidBeforeItsName() async throws {
    let missing = directory.file("nonexistent")
    let result = try await docket.run("import", missing)
    #expect(result.status == 66)
    #expect(
      result.error
        == "docket: no such file or directory: \(missing): check the path, or use - for standard input\n")
    let folder = try await docket.run("import", directory.path)
    #expect(folder.status == 66 && folder.error.contains("is a directory"))
  }

  /// What writes into the pipe failed, mostly.
  @Test(arguments: [
    [], ["--format", "todotxt"], ["--format", "taskwarrior"], ["--format", "icalendar"], ["--dry-run"],
  ])
  func emptyStandardInputIsAnError(_ options: [String]) async throws {
    let arguments = ["import", "-"] + options
    let result = try await docket.shell("\"$@\" < /dev/null").run(bytes: arguments.map { Array($0.utf8) })
    #expect(result.status == 65 && result.text.isEmpty)
    #expect(
      result.error
        == "docket: the file is empty: standard input: nothing was imported; find out why it is empty\n")
    #expect(try await docket.shell("echo '[]' | \"$@\"").run("import", "-").status == 0, "no items are no error")
  }

  /// A todo.txt without a line is a list without items; the other formats have something to say of none.
  @Test func anEmptyFileIsOneOfTodoTxtOnly() async throws {
    #expect(try await docket.run("import", try write("", to: "todo.txt")).status == 0)
    for name in ["a.json", "a.ics", "a.csv"] {
      #expect(try await docket.run("import", try write("", to: name)).status == 65, "\(name)")
    }
  }

  private static let advice = "(a date is written 2026-12-24, 24 dec or 2026-12-24T17:00)"

  @Test func whatIsWrongInAFileHasItsPlaceAndNothingIsImported() async throws {
    let file = try write("title,due\nfine,\nwrong,soon\n", to: "items.csv")
    let result = try await docket.run("import", file)
    #expect(result.status == 65)
    #expect(
      result.error
        == "docket: “soon” isn't a value of the column “due” \(Self.advice): \(file):3:7: nothing was imported; "
        + "if it is not csv give "
        + "'--format', or leave out what is wrong with '--keep-going'\n")
    #expect(result.text.isEmpty)
    #expect(try await docket.run("list", "--count").text == "0\n")
  }

  @Test func itKeepsGoingIfAsked() async throws {
    let file = try write("title,due\nfine,\nwrong,soon\n,\nlast,2031-05-06T08:00:00Z\n", to: "items.csv")
    let result = try await docket.run("import", file, "--keep-going")
    #expect(result.status == 65)
    #expect(result.text == "added 2, updated 0, unchanged 0, left out 2\n")
    let lines = result.error.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines[0].hasPrefix("docket: “soon” isn't a value of the column “due” \(Self.advice): \(file):3:7: "))
    #expect(lines[1].hasPrefix("docket: the title is empty: \(file):4:1: "))
    #expect(lines[2] == "docket: 2 left out: \(file): fix what is wrong and import what was left out")
    #expect(Set(try await titles()) == ["fine", "last"])
  }

  @Test func aParentThatCanNotBeIsLeftOutIfAsked() async throws {
    let uid = "11111111-2222-4333-8444-555555555555"
    let file = try write(
      "title,uid,parent\nfine,,\nself,\(uid),\(uid)\nlost,,\(uid.replacing("5", with: "6"))\n", to: "items.csv")
    #expect(try await docket.run("import", file).status == 65)
    let result = try await docket.run("import", file, "--keep-going")
    #expect(result.status == 65)
    #expect(result.text == "added 3, updated 0, unchanged 0, left out 0\n")
    let lines = result.error.split(separator: "\n")
    #expect(lines[0].hasPrefix("docket: the item is a part of itself: \(file):3:1: "))
    #expect(lines[1].contains("is neither in the file nor in the store: \(file):4:1: "))
    #expect(
      lines[2]
        == "docket: 2 without a parent or an item to wait for that the file names: \(file): fix what is wrong and import what was left out"
    )
    #expect(Set(try await titles()) == ["fine", "self", "lost"])
  }

  @Test func aDryRunSaysWhatWouldBeDone() async throws {
    let file = try write("a\nb\n", to: "todo.txt")
    #expect(
      try await docket.run("import", file, "--dry-run").text
        == "would be added 2, updated 0, unchanged 0, left out 0\n")
    #expect(!FileManager.default.fileExists(atPath: directory.file("store.sqlite")))
    try await docket.run("add", "one")
    #expect(
      try await docket.run("import", file, "--dry-run").text
        == "would be added 2, updated 0, unchanged 0, left out 0\n")
    #expect(try await docket.run("list", "--count").text == "1\n")
  }

  @Test func anImportIsOneStep() async throws {
    try await docket.run("add", "kept")
    let file = try write("[{\"title\":\"a\",\"tags\":[\"new\"]},{\"title\":\"b\"}]", to: "items.json")
    try await docket.run("import", file)
    #expect(try await docket.run("undo").text == "undone: import 2 items\n")
    #expect(try await titles() == ["kept"])
    #expect(try await docket.run("redo").text == "redone: import 2 items\n")
    #expect(try await titles().sorted() == ["a", "b", "kept"])
  }

  @Test func whatWasChangedHereLaterThanInTheFileIsCounted() async throws {
    try await docket.run("add", "milk every:week @2026-11-30")
    let file = directory.file("old.json")
    for title in ["b", "c"] { try await docket.run("add", title) }
    try await docket.run("export", file)
    try await docket.run("done", "1,2")
    let words = "updated, though changed here later than there: 2 items: \(file): "
    let rehearsal = try await docket.run("import", "--dry-run", file)
    #expect(rehearsal.error.hasPrefix("docket: would be \(words)"), "\(rehearsal.error)")
    let result = try await docket.run("import", file)
    #expect(result.status == 0 && result.text == "added 0, updated 2, unchanged 1, left out 0\n")
    #expect(result.error == "docket: \(words)'docket undo' takes the whole import back\n")
    // The next item of the series is there.
    try await docket.run("done", "1")
    #expect(try await docket.run("list", "--count", "milk is:open").text == "1\n")
    #expect(try await docket.run("import", file).text == "added 0, updated 1, unchanged 2, left out 0\n")
  }

  @Test func theSameFileAgainChangesNothingAndAChangedOneUpdates() async throws {
    try await docket.run("add", "one")
    try await docket.run("add", "two")
    let file = directory.file("items.json")
    try await docket.run("export", file)
    #expect(try await docket.run("import", file).text == "added 0, updated 0, unchanged 2, left out 0\n")
    #expect(try await docket.run("log").text.split(separator: "\n").count == 2)
    let text = String(decoding: try directory.bytes(of: "items.json"), as: UTF8.self)
    _ = try write(text.replacing("\"two\"", with: "\"three\""), to: "items.json")
    #expect(try await docket.run("import", file).text == "added 0, updated 1, unchanged 1, left out 0\n")
    #expect(try await titles() == ["one", "three"])
  }

  @Test func anExportHasWhatTheQueryAsksFor() async throws {
    for title in ["b #x", "c", "a #x"] { try await docket.run("add", title) }
    let csv = try await docket.run("export", "-", "#x", "sort:title", "--format", "csv")
    let titles: [Substring] = csv.text.split(separator: "\r\n").dropFirst().map { $0.split(separator: ",")[2] }
    #expect(titles == ["a", "b"])
    #expect(try await docket.run("export", "-", "-#x", "--format", "todotxt").text.contains(" c uid:"))
    let nothing = try await docket.run("export", "-", "#y")
    #expect(nothing.status == 1 && nothing.text == "[]\n" && nothing.error.isEmpty)
    let file = try write("old", to: "items.json")
    let kept = try await docket.run("export", file, "#y", "z")
    #expect(kept.status == 1 && kept.text.isEmpty)
    #expect(
      kept.error
        == "docket: no item matches “#y z”: \(file): nothing was written; see what there is with 'docket list'\n")
    #expect(try directory.bytes(of: "items.json") == Data("old".utf8))
    #expect(try await docket.run("export", directory.file("none.csv"), "#y").status == 1)
    #expect(try !directory.contents().contains("none.csv"))
    let wrong = try await docket.run("export", "-", "due:nonsense")
    #expect(wrong.status == 64 && wrong.error.contains("docket export: see 'docket help list'"))
  }

  @Test func anExportThatFailsLeavesTheOldFileAndNothingElse() async throws {
    let file = try write("old", to: "items.json")
    // A file can have 1024 bytes at most.
    let small = docket.shell("ulimit -f 1; trap '' XFSZ; \"$@\"")
    let result = try await small.run("--preview", "--items", "1000", "export", file)
    #expect(result.status == 74)
    #expect(result.error == "docket: file too large: \(file): make room or write elsewhere\n")
    #expect(try directory.bytes(of: "items.json") == Data("old".utf8))
    #expect(try directory.contents().filter { !$0.contains("sqlite") } == ["items.json"])
  }

  @Test func anExportNeverTakesThePlaceOfTheStore() async throws {
    try await docket.run("add", "x")
    let store = directory.file("store.sqlite")
    let result = try await docket.run("export", store, "--format", "json")
    #expect(result.status == 73)
    #expect(result.error == "docket: this is the store itself: \(store): choose another file\n")
    #expect(try await docket.run("list", "--count").text == "1\n")
  }

  @Test func aFileBehindALinkIsReplacedAndADeviceIsWrittenTo() async throws {
    try await docket.run("add", "x")
    _ = try write("old", to: "target.csv")
    try FileManager.default.createSymbolicLink(
      atPath: directory.file("link.csv"), withDestinationPath: directory.file("target.csv"))
    #expect(try await docket.run("export", directory.file("link.csv")).status == 0)
    #expect(try directory.bytes(of: "target.csv").starts(with: Data("id,uid".utf8)))
    let link = try FileManager.default.attributesOfItem(atPath: directory.file("link.csv"))
    #expect(link[.type] as? FileAttributeType == .typeSymbolicLink)
    let full = try await docket.run("export", "/dev/full", "--format", "csv")
    #expect(full.status == 74)
    #expect(full.error == "docket: no space left on device: /dev/full: make room or write elsewhere\n")
  }

  @Test func progressIsShownOnATerminalOnlyAndTakenAway() async throws {
    let result = try await docket.script(
      """
      script -qec "\(DocketProcess.binary) --preview --items 6000 export items.json" log > /dev/null < /dev/null
      docket --preview --items 6000 export other.json
      cat log
      """)
    #expect(result.status == 0 && result.error.isEmpty)
    // The last one is overwritten with spaces. Together with the line's end a return would be one character.
    let pattern = /\rexporting: [0-9 ]+ items, [0-9 ]+ a second *\r {20,}\r/.matchingSemantics(.unicodeScalar)
    #expect(result.text.contains(pattern), "\(result.text)")
    #expect(!result.text.unicodeScalars.contains("\u{1b}"))
    #expect(try directory.bytes(of: "items.json").count > 1_000_000)
  }

  @Test func whatATerminalWouldObeyIsMarkedThere() async throws {
    try await docket.run("add", "--literal", "--", "a\u{1b}[2Jb")
    let result = try await docket.script(
      """
      script -qec "\(DocketProcess.binary) export - --format csv" log > /dev/null < /dev/null
      cat log
      """)
    #expect(result.text.contains(",a␛[2Jb,"))
    let pipe = try await docket.run("export", "-", "--format", "csv")
    #expect(pipe.text.contains(",a\u{1b}[2Jb,"))
  }

  @Test func aBadCellSaysWhatItsColumnIsTakenFor() async throws {
    let file = try write("Task,Deadline,Colour\nfine,2031-05-06,red\nwrong,12/24/2026,blue\n", to: "items.csv")
    let result = try await docket.run("import", file, "--dry-run")
    #expect(result.status == 65 && result.text.isEmpty)
    #expect(
      result.error.hasPrefix(
        "docket: columns read: Task as title, Deadline as due; kept under their headings: Colour: \(file): "))
    #expect(result.error.contains("“12/24/2026” isn't a value of the column “due” (slash-dates in the configuration"))
    #expect(try await !docket.run("import", file).error.contains("columns read"))
  }
}
