import Foundation
import Testing

@Suite("The list in a terminal", .takesTurns)
struct ListKeysTests {
  @Test func addsEditsDeletesQuitsAndShowsTheSameAgain() async throws {
    let list = try await ListTerminal()
    try await list.waitFor("a  add an item")
    try await list.add("Buy milk")
    try await list.add("Größe 漢字 🍅")
    try await list.add("short-lived")
    try await list.terminal.press("d")
    try await list.terminal.waitUntil { !$0.contains("short-lived") && $0.contains("saved ✓") }
    try await list.terminal.press("G", "e")
    try await list.waitFor(" edit: Buy milk")
    try await list.terminal.type(" and bread")
    try await list.terminal.press("Enter")
    let last = try await list.terminal.waitUntil { $0.contains("▌○    Buy milk and bread") && $0.contains("saved ✓") }
    #expect(last.isAlternate)
    try await list.terminal.press("q")
    #expect(try await list.terminal.exitStatus() == 0)
    #expect(try await !list.terminal.screen().isAlternate)
    #expect(try await list.titles() == ["Buy milk and bread", "Größe 漢字 🍅"])
    let again = try await ListTerminal(in: list.directory)
    let screen = try await again.waitFor("of 2")
    #expect(screen.lines[1].hasPrefix(" ▌○    Buy milk and bread"))
    #expect(screen.lines[2].hasPrefix("  ○    Größe 漢字 🍅"))
  }

  @Test func anItemAddedElsewhereAppearsByItselfAndTheSelectionStays() async throws {
    let list = try await ListTerminal()
    try await list.add("mine")
    let added = try await list.command.run("add", "from", "elsewhere")
    #expect(added.text == "2\n")
    let screen = try await list.terminal.waitUntil { $0.contains("from elsewhere") }
    #expect(screen.contains("▌○    mine"))
    try await list.command.run("update", "1", "--title", "renamed")
    try await list.waitFor("▌○    renamed")
    try await list.command.run("delete", "1")
    try await list.terminal.waitUntil { !$0.contains("renamed") && $0.contains("▌○    from elsewhere") }
  }

  @Test func touchIsSeenByTheCommandLine() async throws {
    let list = try await ListTerminal()
    try await list.add("first")
    try await list.add("second")
    try await list.terminal.press("G", "t")
    try await list.terminal.waitUntil { $0.lines[1].hasPrefix(" ▌○    first") && $0.contains("saved ✓") }
    #expect(try await list.titles() == ["first", "second"])
  }

  @Test func followsTheSizeOfTheTerminal() async throws {
    let list = try await ListTerminal(["--preview"])
    try await list.waitFor("of 24")
    try await list.terminal.resize(columns: 100, rows: 30)
    try await list.terminal.waitUntil {
      $0.lines.count == 30 && $0.lines[29].contains("? help") && $0.contains("grandmother")
    }
    try await list.terminal.resize(columns: 10, rows: 2)
    try await list.terminal.waitUntil { $0.text.contains("too small") || $0.text.contains("too") }
    try await list.terminal.resize(columns: 60, rows: 10)
    try await list.terminal.waitUntil {
      $0.lines.count == 10 && $0.lines[9].contains("? help") && $0.contains("of 24")
    }
  }

  @Test func fillingAPreviewIsShownAndEndsWithWhatThereIs() async throws {
    let list = try await ListTerminal(["--preview", "--items", "400000"], columns: 90)
    try await list.terminal.waitUntil { $0.contains("filling") && $0.contains("Esc cancel") }
    try await list.terminal.press("Escape")
    try await list.terminal.waitUntil { $0.contains("? help") && !$0.contains("stopping") }
    let count = try #require(try await list.terminal.screen().text.firstMatch(of: /of ([0-9 ]+) · by/)?.1)
    #expect(try #require(Int(count.filter(\.isNumber))) < 400_000)
  }

  @Test func previewLeavesNoFileBehind() async throws {
    let list = try await ListTerminal(["--preview", "--items", "300"])
    try await list.waitFor("of 300")
    try await list.terminal.press("a")
    try await list.terminal.type("kept nowhere")
    try await list.terminal.press("Enter")
    try await list.waitFor("of 301")
    #expect(try list.directory.contents() == [])
    try await list.terminal.press("q")
    #expect(try await list.terminal.exitStatus() == 0)
    #expect(try list.directory.contents() == [])
  }

  @Test(arguments: [(15, 143), (1, 129), (2, 130)])
  func aSignalEndsItInOrder(_ signal: Int32, _ status: Int32) async throws {
    let list = try await ListTerminal()
    try await list.add("kept")
    try await list.terminal.signal(signal)
    #expect(try await list.terminal.exitStatus() == status)
    #expect(try await !list.terminal.screen().isAlternate)
    #expect(try await list.titles() == ["kept"])
  }

  @Test func killedAfterTheMarkOfTheSaveTheItemIsThere() async throws {
    let list = try await ListTerminal()
    try await list.add("acknowledged")
    try await list.terminal.signal(9)
    #expect(try await list.terminal.exitStatus() == 137)
    #expect(try await list.titles() == ["acknowledged"])
    #expect(try await SQLiteShell.integrity(of: list.directory.file("store.sqlite")) == "ok")
  }

  @Test func aSaveWaitsForTheLockOfAnotherProcessAndKeysAreAnsweredMeanwhile() async throws {
    let directory = try TemporaryDirectory()
    let terminal = try await Probe.docket(in: directory)
    try await terminal.send("afirst\r")
    try await terminal.waitUntil { $0.text.contains("▌○    first") && $0.text.contains("saved ✓") }
    // A save waits for ten seconds, in which a busy machine may not get to these few keys; then they are typed again.
    for _ in 1...5 {
      let lock = try await HeldStore(directory.file("store.sqlite"))
      let start = ContinuousClock.now
      try await terminal.send("awaiting\r")
      let isAnswered = try await helpComesAndGoesWhileSaving(terminal)
      let held = ContinuousClock.now - start
      await lock.release()
      if isAnswered {
        let screen = try await terminal.waitUntil {
          $0.text.contains("▌○    waiting") && $0.text.contains("saved ✓") || $0.text.contains("not saved: ")
        }
        if !screen.text.contains("not saved: ") { return }
      }
      #expect(held > .seconds(8))
      // The text is still there.
      try await terminal.waitFor("add: waiting")
      try await terminal.send("\u{1b}")
      try await terminal.waitUntil { !$0.text.contains("add: waiting") }
    }
    Issue.record("a save gave up five times before two keys were answered")
  }

  /// Whether help comes and goes while an item waits to be saved; false if the save gives up before.
  private func helpComesAndGoesWhileSaving(_ terminal: PseudoTerminal) async throws -> Bool {
    for (key, words) in [("", "saving…"), ("?", "add an item"), ("?", "saving…")] {
      try await terminal.send(key)
      let screen = try await terminal.waitUntil { $0.text.contains(words) || $0.text.contains("not saved: ") }
      if screen.text.contains("not saved: ") { return false }
    }
    return true
  }

  /// Where there are fewer processors than threads that work after a commit, a key would wait for their turns.
  @Test func whatFollowsCommitsGivesWayToTheMainThreadAndProgramsOfThePersonDoNot() async throws {
    let directory = try TemporaryDirectory()
    try directory.configure("[commands.nice]\nrun = [\"nice\"]\nkey = \"B\"\n")
    let ours = getpriority(Int32(PRIO_PROCESS.rawValue), 0)
    try #require(ours < 10, "nothing would be nicer")
    let list = try await ListTerminal(["--store", directory.file("store.sqlite")], in: directory)
    for title in ["one", "two", "three"] { try await list.add(title) }
    let program = try await list.terminal.programIdentifier()
    func niceness(_ thread: String) throws -> Int32? {
      let words = try String(contentsOfFile: "/proc/\(program)/task/\(thread)/stat", encoding: .utf8)
      // Behind the name of the program, which is in parentheses, the 17th word.
      return words.split(separator: ")").last?.split(separator: " ").dropFirst(16).first.flatMap { Int32($0) }
    }
    #expect(try niceness("\(program)") == ours, "a key is answered as ever")
    // An idle thread ends after a while.
    let others = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(program)/task")
      .filter { $0 != "\(program)" }.compactMap { try? niceness($0) }
    #expect(others.contains(ours + 10) && others.contains { $0 < ours + 10 }, "\(others)")
    try await list.terminal.press("B")
    try await list.waitFor("nice: ")
    let words = try #require(try await list.terminal.screen().text.firstMatch(of: /nice: (-?\d+)/))
    #expect(Int32(words.1).map { $0 < ours + 10 } == true, "\(words.0)")
  }

  @Test func theMainThreadNeitherWritesNorSyncsTheStore() async throws {
    let directory = try TemporaryDirectory()
    let trace = directory.file("trace")
    let list = try await ListTerminal(
      ["--store", directory.file("traced.sqlite")], in: directory,
      wrapper: [
        "/usr/bin/strace", "-ff", "-y", "-e", "trace=write,pwrite64,writev,fsync,fdatasync,ftruncate", "-o", trace,
      ])
    // What opening a new store writes comes before the first frame.
    let main = try #require(
      try directory.contents().filter { $0.hasPrefix("trace.") }.min { $0.count < $1.count || $0 < $1 })
    let opening = try directory.bytes(of: main).count
    try await list.add("traced")
    try await list.terminal.press("e")
    try await list.waitFor(" edit:")
    try await list.terminal.type(" edited")
    try await list.terminal.press("Enter")
    try await list.waitFor("▌○    traced edited")
    try await list.terminal.press("t", "d")
    try await list.waitFor("a  add an item")
    let lines = String(decoding: try directory.bytes(of: main).dropFirst(opening), as: UTF8.self).split(separator: "\n")
    #expect(lines.contains { $0.contains("/dev/pts/") })
    #expect(lines.filter { $0.contains("traced.sqlite") } == [])
    let others = try directory.contents().filter { $0.hasPrefix("trace.") && $0 != main }
    let syncs = try others.filter {
      String(decoding: try directory.bytes(of: $0), as: UTF8.self).contains("fdatasync(")
    }
    #expect(!syncs.isEmpty)
  }
}
