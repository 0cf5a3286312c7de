import Foundation
import Testing

@Suite("Conflicts between two machines are decided in words", .takesTurns)
struct ConflictDecisionTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// Two machines of which each has renamed an item without having heard of the other; the second one later.
  private func pairWithConflict(_ titles: (String, String)) async throws -> (SyncedHome, SyncedHome) {
    let (a, b) = try await SyncedHome.pair(in: directory, ["Buy milk", "Other"], [])
    try await a.docket.run("update", a.number(of: "milk"), "--title", titles.0)
    try await b.docket.run("update", b.number(of: "milk"), "--title", titles.1)
    for home in [a, b, a] { try await home.sync() }
    return (a, b)
  }

  private func open(_ home: SyncedHome, columns: Int = 80) async throws -> TmuxTerminal {
    let terminal = try await TmuxTerminal(
      [DocketProcess.binary] + DocketProcess.everything, columns: columns, rows: 14,
      environment: home.docket.environment,
      workingDirectory: directory.path)
    try await terminal.waitUntil { $0.contains("1 conflict (C)") }
    return terminal
  }

  @Test func inTheListByTakingTheOtherValue() async throws {
    let (a, b) = try await pairWithConflict(("Buy oat milk", "Buy soy milk"))
    let terminal = try await open(a)
    try await terminal.press("C")
    try await terminal.waitUntil { screen in
      [
        "“Buy soy milk”: title", "shown    Buy soy milk", ", another machine", "other    Buy oat milk",
        ", this machine", "take the other", "keep shown",
      ]
      .allSatisfy { screen.contains($0) } && !screen.contains("(C)")
    }
    try await terminal.press("o")
    try await terminal.waitUntil { $0.contains("Buy oat milk") && $0.contains("synced ✓") && !$0.contains("Conflicts") }
    try await b.sync()
    #expect(try await b.items() == a.items())
    #expect(try await b.items().contains { $0.contains("Buy oat milk") })
    #expect(try await b.docket.run("sync", "conflicts").text.isEmpty)
  }

  @Test func inTheListByKeepingWhatIsShownAndEscapeLeadsBack() async throws {
    let (a, b) = try await pairWithConflict(("Buy oat milk", "Buy soy milk"))
    let terminal = try await open(a)
    try await terminal.press(":")
    try await terminal.type("resolve")
    try await terminal.press("Enter")
    try await terminal.waitUntil { $0.contains("other    Buy oat milk") }
    try await terminal.press("Escape")
    try await terminal.waitUntil { !$0.contains("Conflicts") && $0.contains("1 conflict") }
    try await terminal.press("C")
    try await terminal.waitUntil { $0.contains("other    Buy oat milk") }
    try await terminal.press("s")
    try await terminal.waitUntil { $0.contains("synced ✓") && !$0.contains("Conflicts") }
    try await b.sync()
    #expect(try await b.items() == a.items())
    #expect(try await b.docket.run("sync", "conflicts").text.isEmpty)
    #expect(try await a.items().contains { $0.contains("Buy soy milk") })
  }

  /// What is kept of a deleted item is said in words; taking it brings the item back, as a step.
  @Test func aboutADeletionAndUndoDeletesAgain() async throws {
    let (a, b) = try await SyncedHome.pair(in: directory, ["Buy milk", "Other"], [])
    try await a.docket.run("delete", a.number(of: "milk"))
    try await b.docket.run("update", b.number(of: "milk"), "--priority", "high", "--due", "2031-05-06")
    for home in [a, b, a] { try await home.sync() }
    let terminal = try await open(b)
    try await terminal.press("C")
    try await terminal.waitUntil { screen in
      ["deleted while it was changed", "shown    deleted", "due 2031-05-06", "priority high"]
        .allSatisfy { screen.contains($0) }
    }
    try await terminal.press("o")
    try await terminal.waitUntil { $0.contains("Buy milk") && !$0.contains("Conflicts") && $0.contains("synced ✓") }
    try await terminal.press("u")
    try await terminal.waitUntil { $0.contains("undone: take back the deletion of") }
    for home in [b, a] { try await home.sync() }
    for home in [a, b] { #expect(try await home.items().count == 1) }
  }

  /// Its deletion was undone since, out of reach of the others: a decision about the deletion is about nothing then.
  @Test(arguments: ["keep", "take"]) func aboutADeletionThatWasUndoneDeletesNothing(_ decision: String) async throws {
    let (a, b) = try await SyncedHome.pair(in: directory, ["Buy milk", "Other"], [])
    try await a.docket.run("delete", a.number(of: "milk"))
    try await b.docket.run("update", b.number(of: "milk"), "--title", "Buy oat milk")
    for home in [a, b, a] { try await home.sync() }
    let id = try #require(try await a.docket.run("sync", "conflicts").text.split(separator: " ").first)
    let away = directory.file("away")
    try FileManager.default.moveItem(atPath: a.folder, toPath: away)
    try await a.docket.run("undo")
    try #require(try await a.items().count == 2)
    try await a.docket.run("conflicts", decision, String(id))
    #expect(try await a.items().count == 2)
    try FileManager.default.moveItem(atPath: away, toPath: a.folder)
    for home in [a, b, a] { try await home.sync() }
    for home in [a, b] { #expect(try await home.items().count == 2) }
  }

  /// Agreeing to a deletion is a step as well: a wrong key loses nothing that was typed.
  @Test(arguments: ["deleter", "writer"]) func aboutADeletionAndUndoBringsWhatWasWrittenBack(
    whose: String
  ) async throws {
    let (a, b) = try await SyncedHome.pair(in: directory, ["Buy milk #shop", "Other"], [])
    try await a.docket.run("delete", a.number(of: "milk"))
    try await b.docket.run(
      "update", b.number(of: "milk"), "--title", "Buy oat milk", "--tag", "+soon", "--due", "2031-05-06")
    for home in [a, b, a] { try await home.sync() }
    let home = whose == "deleter" ? a : b
    let id = try #require(try await home.docket.run("sync", "conflicts").text.split(separator: " ").first)
    try await home.docket.run("conflicts", "keep", String(id))
    #expect(try await home.docket.run("log", "--limit", "1").text.contains("keep the deletion of “Buy oat milk”"))
    try await home.docket.run("undo")
    for home in [a, b, a] { try await home.sync() }
    for home in [a, b] {
      let items = try await home.everything()
      let parts = ["Buy oat milk", "2031-05-06", #""shop""#, #""soon""#]
      #expect(items.contains { item in parts.allSatisfy(item.contains) }, "\(items)")
      #expect(try await home.docket.run("sync", "conflicts").text.isEmpty)
    }
    #expect(try await home.docket.run("redo").text == "redone: keep the deletion of “Buy oat milk”\n")
    for home in [a, b, a] { try await home.sync() }
    for home in [a, b] { #expect(try await home.items().count == 1) }
  }

  /// The other way round, on all machines, and back again.
  @Test func andUndoTakesADecisionForTheOtherValueBack() async throws {
    let (a, b) = try await pairWithConflict(("Buy oat milk", "Buy soy milk"))
    let terminal = try await open(a)
    try await terminal.press("C")
    try await terminal.waitUntil { $0.contains("other    Buy oat milk") }
    try await terminal.press("o")
    try await terminal.waitUntil { $0.contains("Buy oat milk") && !$0.contains("Conflicts") && $0.contains("undo") }
    try await terminal.press("u")
    try await terminal.waitUntil { $0.contains("undone: take the other title of") && $0.contains("Buy soy milk") }
    for home in [a, b] { try await home.sync() }
    #expect(try await b.items().contains { $0.contains("Buy soy milk") })
    #expect(try await b.items() == a.items())
    try await terminal.press("C-r")
    try await terminal.waitUntil { $0.contains("redone: take the other title of") }
    // What the footer says may be of the round before.
    for home in [a, b] { try await home.sync() }
    #expect(try await b.items().contains { $0.contains("Buy oat milk") })
    #expect(try await b.docket.run("sync", "conflicts").text.isEmpty)
    #expect(try await a.docket.run("sync", "conflicts").text.isEmpty)
  }

  /// What was decided against is not lost: it was typed by somebody.
  @Test func andUndoTakesADecisionForWhatIsShownBack() async throws {
    let (a, b) = try await pairWithConflict(("Buy oat milk", "Buy soy milk"))
    let terminal = try await open(a)
    try await terminal.press("C")
    try await terminal.waitUntil { $0.contains("other    Buy oat milk") }
    try await terminal.press("s")
    try await terminal.waitUntil { $0.contains("kept what is shown") && !$0.contains("Conflicts") }
    try await terminal.press("u")
    try await terminal.waitUntil { $0.contains("undone: keep the title of") && $0.contains("Buy oat milk") }
    for home in [a, b] { try await home.sync() }
    #expect(try await b.items().contains { $0.contains("Buy oat milk") })
    #expect(try await b.items() == a.items())
    // What was done before the decision is as it was.
    #expect(try await a.items().count == 2)
    #expect(try await a.docket.run("redo").text.hasPrefix("redone: keep the title of"))
    for home in [a, b] { try await home.sync() }
    #expect(try await b.items().contains { $0.contains("Buy soy milk") })
  }

  /// Those of a shared list are numbered by its space, and decided in the same place.
  @Test func inTheListThoughItIsSharedWithSomebodyElse() async throws {
    let a = try SyncedHome("a", in: directory)
    let c = try SyncedHome("c", in: directory)
    try await a.docket.run("add", "Dig beds >Garden")
    try await a.docket.run("sync", "init", a.folder)
    try await c.docket.run("add", "Mine alone")
    let folder = directory.file("shared")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    try await a.docket.run("sync", "share", "Garden", folder)
    try await c.join(by: a.docket.run("sync", "invite", "Garden").text)
    try await a.docket.run("update", a.number(of: "Dig"), "--title", "Dig by Anna")
    try await c.docket.run("update", c.number(of: "Dig"), "--title", "Dig by Carl")
    for home in [a, c, a] { try await home.sync() }
    let id = try #require(try await a.docket.run("sync", "conflicts").text.split(separator: " ").first)
    #expect(id.contains("-") && id.hasSuffix(".title"), "\(id)")
    let terminal = try await open(a)
    try await terminal.press("C")
    try await terminal.waitUntil { $0.contains("shown    Dig by Carl") && $0.contains("other    Dig by Anna") }
    try await terminal.press("o")
    try await terminal.waitUntil { $0.contains("Dig by Anna") && $0.contains("synced ✓") && !$0.contains("Conflicts") }
    for home in [a, c] { try await home.sync() }
    #expect(try await c.items().contains { $0.contains("Dig by Anna") })
    #expect(try await c.docket.run("sync", "conflicts").text.isEmpty)
    try await terminal.press("u")
    try await terminal.waitUntil { $0.contains("Dig by Carl") && $0.contains("undone") }
    for home in [a, c] { try await home.sync() }
    #expect(try await c.items().contains { $0.contains("Dig by Carl") })
  }

  /// A list is named, and its name comes back with undo.
  @Test func andSayWhichListsTheyAreAbout() async throws {
    let (a, b) = try await SyncedHome.pair(in: directory, ["Buy milk"], [])
    try await a.docket.run("update", "1", "--list", "Home")
    try await b.docket.run("update", "1", "--list", "Work")
    for home in [a, b, a] { try await home.sync() }
    let line = try await a.docket.run("sync", "conflicts").text
    #expect(line.contains("list: shown Work, kept Home ("), "\(line)")
    let id = try #require(line.split(separator: " ").first.map(String.init))
    try await a.docket.run("sync", "keep", id)
    #expect(try await a.docket.run("undo").text == "undone: keep the list of “Buy milk”\n")
    for home in [a, b] { try await home.sync() }
    #expect(try await b.items().allSatisfy { $0.contains("Home") })
    #expect(try await b.items() == a.items())
  }

  /// What comes with the round that a decision begins with was not looked at.
  @Test func andLeaveWhatCameMeanwhileForAnotherDecision() async throws {
    let (a, b) = try await pairWithConflict(("Buy oat milk", "Buy soy milk"))
    let id = try #require(try await a.docket.run("sync", "conflicts").text.split(separator: " ").first)
    try await b.docket.run("update", b.number(of: "milk"), "--title", "Buy rice milk")
    try await b.sync()
    #expect(try await a.docket.run("sync", "take", String(id)).status == 0)
    for home in [a, b, a] { try await home.sync() }
    for home in [a, b] {
      #expect(try await home.docket.run("sync", "conflicts").text.contains("shown Buy oat milk, kept Buy rice milk ("))
    }
    // It is no part of the step either: its title is the one that was decided against.
    try await a.docket.run("undo")
    #expect(try await a.items().contains { $0.contains("Buy soy milk") })
  }

  /// The list says which values it shows.
  @Test func butNotAboutOtherValuesThanThoseThatWereShown() async throws {
    let (a, b) = try await pairWithConflict(("Buy oat milk", "Buy soy milk"))
    func exactID() async throws -> String {
      let data = Data(try await a.docket.run("sync", "conflicts", "--json").text.utf8)
      let objects = try #require(try JSONSerialization.jsonObject(with: data) as? [[String: Any]])
      return try #require(objects.first?["id"] as? String)
    }
    let id = try await exactID()
    try await b.docket.run("update", b.number(of: "milk"), "--title", "Buy rice milk")
    for home in [b, a] { try await home.sync() }
    let refused = try await a.docket.run("sync", "take", id)
    #expect(refused.status == 1)
    #expect(refused.error.hasPrefix("docket sync: the conflict has other values now: "), "\(refused.error)")
    #expect(try await a.docket.run("conflicts", "--json", "take", exactID()).status == 64)
    #expect(try await a.docket.run("sync", "conflicts", "take", exactID()).status == 0)
    #expect(try await a.docket.run("sync", "conflicts").text.isEmpty)
  }

  @Test func withTheNumberOfTheItemAndTheValuesAsJSON() async throws {
    let (a, _) = try await pairWithConflict(("Buy oat milk", "Buy soy milk"))
    let line = try await a.docket.run("sync", "conflicts").text
    let number = try await a.number(of: "milk")
    #expect(line.contains("\(number) “Buy soy milk”: title: shown Buy soy milk, kept Buy oat milk ("), "\(line)")
    #expect(line.hasSuffix("Z, this machine)\n"), "\(line)")
    let data = Data(try await a.docket.run("sync", "conflicts", "--json").text.utf8)
    let objects = try #require(try JSONSerialization.jsonObject(with: data) as? [[String: Any]])
    try #require(objects.count == 1)
    #expect(objects[0]["item"] as? Int == Int(number))
    #expect(objects[0]["title"] as? String == "Buy soy milk" && objects[0]["property"] as? String == "title")
    #expect(objects[0]["by"] as? String == "this machine" && objects[0]["shownBy"] as? String == "another machine")
    let (at, shownAt) = (objects[0]["at"] as? String, objects[0]["shownAt"] as? String)
    #expect(try #require(at) <= #require(shownAt))
  }

  /// 漢 takes two of them.
  @Test func cutToTheColumnsOfATerminal() async throws {
    let (a, _) = try await pairWithConflict(
      (String(repeating: "漢", count: 80), String(repeating: "long ", count: 40)))
    let terminal = try await TmuxTerminal(
      ["/bin/sh", "-c", "\(DocketProcess.binary) sync conflicts; sleep 60"], columns: 110, rows: 6,
      environment: a.docket.environment, workingDirectory: directory.path)
    let screen = try await terminal.waitUntil { $0.contains("machine)") }
    #expect(screen.lines.filter { !$0.isEmpty }.count == 1, "\(screen)")
    #expect(screen.contains("漢漢…"), "\(screen)")
  }

  /// In a terminal what is said of a whole item has lines of its own.
  @Test func inLinesThatFitIntoATerminal() async throws {
    let (a, b) = try await SyncedHome.pair(in: directory, ["Buy milk", "Other"], [])
    try await a.docket.run("delete", a.number(of: "milk"))
    try await b.docket.run("update", b.number(of: "milk"), "--title", String(repeating: "long ", count: 40))
    for home in [a, b, a] { try await home.sync() }
    let terminal = try await TmuxTerminal(
      ["/bin/sh", "-c", "\(DocketProcess.binary) sync conflicts; sleep 60"], columns: 80, rows: 6,
      environment: a.docket.environment, workingDirectory: directory.path)
    let screen = try await terminal.waitUntil { $0.contains("machine)") }
    let lines = screen.lines.filter { !$0.isEmpty }
    try #require(lines.count == 2, "\(screen)")
    #expect(lines[0].contains("…”: deleted while it was changed elsewhere"), "\(screen)")
    #expect(lines[1].hasPrefix("  kept title long ") && lines[1].contains("… ("), "\(screen)")
  }

  /// Whoever agrees to a deletion must know all that was written into the item.
  @Test func byShowingAllThatSeveralWroteIntoWhatWasDeleted() async throws {
    let homes = try await SyncedHome.joined(["a", "b", "c"], in: directory)
    let (a, b, c) = (homes[0], homes[1], homes[2])
    for title in ["Buy milk", "Other"] { try await a.docket.run("add", title) }
    for home in homes { try await home.sync() }
    try await a.docket.run("update", a.number(of: "milk"), "--title", "Buy oat milk")
    try await b.docket.run("update", b.number(of: "milk"), "--title", "Buy soy milk")
    try await c.docket.run("delete", c.number(of: "milk"))
    for home in homes + homes { try await home.sync() }
    for home in homes {
      let line = try await home.docket.run("sync", "conflicts").text
      #expect(line.contains("kept title Buy soy milk, title Buy oat milk ("), "\(line)")
    }
  }

  /// One says done, and the other one has made it repeat and open again meanwhile.
  @Test func soThatDoneBringsTheNextItemOfARepeatingOne() async throws {
    let (a, b) = try await SyncedHome.pair(in: directory, ["Water plants @2027-01-02"], [])
    try await a.docket.run("done", "1")
    try await b.docket.run("update", "1", "--every", "week")
    try await b.docket.run("done", "1")
    try await b.docket.run("undo")
    for home in [a, b, a] { try await home.sync() }
    #expect(try await a.items().count == 1)
    let line = try await a.docket.run("sync", "conflicts").text
    let id = try #require(line.split(separator: "\n").first { $0.contains(": done: ") }?.split(separator: " ").first)
    try await a.docket.run("sync", "take", String(id))
    for home in [a, b] { try await home.sync() }
    let items = try await a.items()
    #expect(items.count == 2, "\(items)")
    #expect(items.contains { $0.contains("2027-01-09") && $0.contains(" open ") }, "\(items)")
    #expect(items.contains { $0.contains("2027-01-02") && $0.contains(" done ") }, "\(items)")
    #expect(try await b.items() == items)
    #expect(try await !a.docket.run("sync", "conflicts").text.contains(": done: "))
  }

  /// The one that completed it has sent the next item already.
  @Test func andOnlyOneNextItem() async throws {
    let (a, b) = try await SyncedHome.pair(in: directory, ["Water plants @2027-01-02 every:week"], [])
    try await a.docket.run("done", "1")
    try await b.docket.run("done", "1")
    try await b.docket.run("undo")
    for home in [a, b, a] { try await home.sync() }
    let line = try await a.docket.run("sync", "conflicts").text
    let id = try #require(line.split(separator: "\n").first { $0.contains(": done: ") }?.split(separator: " ").first)
    try await a.docket.run("sync", "take", String(id))
    for home in [a, b] { try await home.sync() }
    let items = try await a.items()
    #expect(items.count { $0.contains("Water plants") && $0.contains(" open ") } == 1, "\(items)")
    #expect(items.count == 2, "\(items)")
    #expect(try await b.items() == items)
  }

  /// That something was done twice needs no decision, on whichever list it is.
  @Test func butNotAboutWhatBothHaveDoneBeforeItsListIsShared() async throws {
    let (a, b) = try await SyncedHome.pair(in: directory, ["Water plants @2027-01-02 every:week >Garden"], [])
    for home in [a, b] { try await home.docket.run("done", "1") }
    for home in [a, b, a, b] { try await home.sync() }
    #expect(try await a.docket.run("sync", "conflicts").text.isEmpty)
    let folder = directory.file("garden")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    try await a.docket.run("sync", "share", "Garden", folder)
    for home in [a, b, a, b] { try await home.sync() }
    for home in [a, b] { #expect(try await home.docket.run("sync", "conflicts").text.isEmpty) }
    #expect(try await a.items() == b.items())
  }

  @Test func andUndoSkipsWhatTheyOvertook() async throws {
    let (a, b) = try await SyncedHome.pair(in: directory, ["One", "Two"], [])
    try await a.docket.run("update", "2", "--priority", "high")
    try await a.docket.run("update", "1", "--title", "First")
    for home in [a, b] { try await home.sync() }
    try await b.docket.run("update", b.number(of: "First"), "--title", "Primary")
    for home in [b, a] { try await home.sync() }
    let result = try await a.docket.run("undo")
    #expect(result.status == 0)
    #expect(result.text.hasPrefix("undone: ") && result.text.contains("“Two”"), "\(result.text)")
    #expect(
      result.error.hasPrefix(
        "docket: skipped, because the title of item 1 has changed since, by sync or another program"),
      "\(result.error)")
    #expect(try await a.items().contains { $0.contains("Primary") })
    #expect(try await a.docket.run("log", "--limit", "1").text.contains("\tovertaken\t"))
  }
}
