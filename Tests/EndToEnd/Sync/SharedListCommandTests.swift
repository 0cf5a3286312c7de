import DocketData
import Foundation
import Testing

@Suite("A list that is shared with somebody else", .takesTurns)
struct SharedListCommandTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// Two machines of one person, and somebody else's.
  private func homes() async throws -> (SyncedHome, SyncedHome, SyncedHome) {
    let (a, b) = try await SyncedHome.pair(
      in: directory, ["Dig beds >Garden #spring", "Secret plan", "Buy paint >Garden"], [])
    let c = try SyncedHome("c", in: directory)
    try await c.docket.run("add", "Mine alone")
    let folder = directory.file("shared")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    try await a.docket.run("sync", "share", "garden", folder)
    // As a mail program wraps it.
    let line = try await a.docket.run("sync", "invite", "Garden").text
    try await c.join(by: String(line.prefix(40)) + "\n  " + line.dropFirst(40))
    return (a, b, c)
  }

  @Test func isSeenByThemAndByOnesOwnMachinesAndNothingElseIs() async throws {
    let (a, b, c) = try await homes()
    try await b.sync()
    #expect(try await b.items() == a.items())
    let items = try await c.items()
    #expect(items.count == 3)
    #expect(items.contains { $0.contains("Dig beds") && $0.contains("spring") && $0.contains("Garden") })
    #expect(!items.contains { $0.contains("Secret") })
    try await c.docket.run("done", "2")
    try await c.docket.run("add", "Sow beans >Garden")
    for home in [c, a, b] { try await home.sync() }
    #expect(try await a.items().count == 4)
    #expect(try await b.items() == a.items())
  }

  @Test func takesItemsBackThatAreMovedAway() async throws {
    let (a, _, c) = try await homes()
    try await a.docket.run("update", "1", "--list", "none")
    for home in [a, c] { try await home.sync() }
    #expect(try await c.items().count == 2)
    #expect(try await a.items().count == 3)
    try await a.docket.run("undo")
    for home in [a, c] { try await home.sync() }
    #expect(try await c.items().count == 3)
  }

  @Test func isOnesOwnOnceItIsLeft() async throws {
    let (a, b, c) = try await homes()
    try await b.sync()
    #expect(
      try await a.docket.run("sync", "leave", "Garden").text == """
        the list Garden is not shared any more
        your other machines leave it with their next round

        """)
    for home in [a, b, a, b] { try await home.sync() }
    try await b.docket.run("add", "Ours >Garden")
    try await c.docket.run("add", "Theirs >Garden")
    for home in [a, b, c, a] { try await home.sync() }
    #expect(try await a.items().contains { $0.contains("Ours") })
    #expect(try await !a.items().contains { $0.contains("Theirs") })
    #expect(try await !c.items().contains { $0.contains("Ours") })
    let status = try await b.docket.run("sync", "status").text
    #expect(!status.contains("shares"))
  }

  /// Where one's own machines meet is not where others are met.
  @Test func isJoinedThoughOnesOwnFolderIsAway() async throws {
    let (a, _, c) = try await homes()
    let own = directory.file("own of c")
    try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: false)
    try await c.docket.run("sync", "leave", "Garden")
    try await c.docket.run("sync", "init", own)
    try FileManager.default.removeItem(atPath: own)
    let joined = try await c.join(by: a.docket.run("sync", "invite", "Garden").text)
    #expect(joined.status == 0, "\(joined.error)")
    #expect(try await c.docket.run("sync", "status").text.contains("the list Garden"))
  }

  @Test func tellsOfItsConflictsToo() async throws {
    let (a, _, c) = try await homes()
    try await a.docket.run("update", "1", "--title", "Dig by Anna")
    try await c.docket.run("update", c.number(of: "Dig"), "--title", "Dig by Carl")
    for home in [a, c, a, c] { try await home.sync() }
    let line = try await c.docket.run("sync", "conflicts").text
    #expect(line.contains("Dig by Anna") && line.contains("Dig by Carl"), "\(line)")
    let id = try #require(line.split(separator: " ").first.map(String.init))
    let before = try await c.items()
    #expect(try await c.docket.run("sync", "take", id).status == 0)
    for home in [c, a] { try await home.sync() }
    #expect(try await c.docket.run("sync", "conflicts").text.isEmpty)
    #expect(try await a.docket.run("sync", "conflicts").text.isEmpty)
    #expect(try await c.items() != before)
    let dug = { (items: [String]) in items.filter { $0.contains("Dig by") } }
    #expect(try await dug(a.items()) == dug(c.items()))
  }

  /// One's own other machine wrote something before it heard that the item is on the list now.
  @Test func keepsItemsThatWereMovedToItThoughAnOlderValueIsTaken() async throws {
    let (a, b, c) = try await homes()
    for home in [a, b] { try await home.sync() }
    let secret = try await b.number(of: "Secret")
    try await b.docket.run("update", secret, "--title", "Secret door", "--list", "Home", "--tag", "urgent")
    try await a.docket.run("update", a.number(of: "Secret"), "--list", "Garden")
    for home in [a, b, a, c, b] { try await home.sync() }
    let line = try await b.docket.run("sync", "conflicts").text
    #expect(line.contains("moved to a shared list while it was changed elsewhere: kept "), "\(line)")
    #expect(line.hasSuffix("), on your machines only; taking shows it to all who share the list\n"), "\(line)")
    let kept = try await b.docket.run("sync", "conflicts", "--json").text
    #expect(kept.contains("title Secret door") && kept.contains("tag urgent") && kept.contains("list Home"), "\(kept)")
    let id = try #require(line.split(separator: " ").first.map(String.init))
    #expect(try await b.docket.run("sync", "take", id).status == 0)
    #expect(try await b.docket.run("sync", "conflicts").text.isEmpty)
    for home in [b, a, c] { try await home.sync() }
    for home in [a, b, c] {
      let items = try await home.items()
      #expect(
        items.contains { $0.contains("Secret door") && $0.contains("Garden") && $0.contains("urgent") }, "\(items)")
    }
    try await b.docket.run("undo")
    #expect(try await b.items().contains { $0.contains("Secret plan") })
  }

  /// One person takes an item off the list, and the other one has written into it meanwhile.
  @Test func saysOfAnItemThatLeftItWhatIsKeptAndWhoSeesItThen() async throws {
    let (a, _, c) = try await homes()
    try await a.docket.run("update", a.number(of: "Dig"), "--list", "none")
    try await c.docket.run("update", c.number(of: "Dig"), "--title", "Dig by Carl")
    for home in [a, c, a] { try await home.sync() }
    let mine = try await a.docket.run("sync", "conflicts").text
    #expect(
      mine.contains(
        "“Dig by Carl”: moved off the shared list while it was changed elsewhere: kept title Dig by Carl ("), "\(mine)")
    #expect(mine.hasSuffix("), for all who share the list; taking moves the item back there\n"), "\(mine)")
    // Whoever did that may have deleted it as well.
    let theirs = try await c.docket.run("sync", "conflicts").text
    #expect(
      theirs.contains("“Dig by Carl”: deleted or moved off the list while it was changed elsewhere: kept title Dig"),
      "\(theirs)")
    #expect(theirs.hasSuffix("), for all who share the list; taking brings the item back for all\n"), "\(theirs)")
    let json = try await c.docket.run("sync", "conflicts", "--json").text
    #expect(json.contains(#""shown":"deleted or moved off the list""#), "\(json)")
    #expect(json.contains(#""note":"for all who share the list; taking brings the item back for all""#), "\(json)")
    for line in [mine, theirs] { #expect(line.split(separator: "\n").count == 1) }
    let id = try #require(theirs.split(separator: " ").first.map(String.init))
    #expect(try await c.docket.run("sync", "take", id).status == 0)
    for home in [c, a] { try await home.sync() }
    for home in [a, c] {
      #expect(try await home.items().contains { $0.contains("Dig by Carl") && $0.contains("Garden") }, "\(home.name)")
    }
  }

  /// What stays as an item of one's own is found by its identifier, as any other is.
  @Test func anItemThatStaysAsOnesOwnIsNotImportedTwice() async throws {
    let (a, _, c) = try await homes()
    try await c.docket.run("update", c.number(of: "Dig"), "--list", "none")
    try await a.docket.run("update", a.number(of: "Dig"), "--title", "Dig by Anna")
    for home in [c, a, c] { try await home.sync() }
    try await c.docket.run("update", c.number(of: "Dig"), "--title", "Secret beds")
    let line = try await a.docket.run("sync", "conflicts").text
    try await a.docket.run("sync", "take", #require(line.split(separator: " ").first.map(String.init)))
    for home in [a, c] { try await home.sync() }
    let items = try await c.items()
    try #require(items.contains { $0.contains("Secret beds") } && items.contains { $0.contains("Dig by Anna") })
    let file = directory.file("export.json")
    try await c.docket.run("export", file)
    let imported = try await c.docket.run("import", file)
    #expect(try await c.items().count == items.count, "\(imported.text) \(imported.error)")
  }

  /// Of two values that were written one after the other the earlier one waits for a decision of its own.
  @Test func takesOneOfSeveralValuesAndKeepsTheOthers() async throws {
    let (a, b, c) = try await homes()
    for home in [a, b] { try await home.sync() }
    try await a.docket.run("update", a.number(of: "Dig"), "--list", "none")
    try await c.docket.run("update", c.number(of: "Dig"), "--title", "Dig by Carl")
    for home in [a, c, a, b] { try await home.sync() }
    try await b.docket.run("update", b.number(of: "Dig"), "--title", "Dig first")
    for home in [b, a] { try await home.sync() }
    try await b.docket.run("update", b.number(of: "Dig"), "--title", "Dig second")
    let taken = try await a.docket.run("sync", "conflicts").text
    try await a.docket.run("sync", "take", #require(taken.split(separator: " ").first.map(String.init)))
    for home in [a, b, a, b, c] { try await home.sync() }
    let line = try await a.docket.run("sync", "conflicts").text
    #expect(line.contains("Dig first") && line.contains("Dig second"), "\(line)")
    #expect(
      try await a.docket.run("sync", "take", #require(line.split(separator: " ").first.map(String.init))).status == 0)
    let titles = try await a.items().joined() + a.docket.run("sync", "conflicts").text
    #expect(titles.contains("Dig first") && titles.contains("Dig second"), "\(titles)")
  }

  /// Bringing an item back that has no list would show it to nobody.
  @Test func takesNothingWhoseListWasDeleted() async throws {
    let (a, _, c) = try await homes()
    let number = try await c.number(of: "Dig")
    try await DataHandler(
      modelContainer: DataProvider(
        storeURL: URL(fileURLWithPath: directory.file("a/.local/share/docket/docket.sqlite"))
      ).modelContainer(), author: "me"
    ).deleteList("Garden")
    try await c.docket.run("update", number, "--title", "Dig by Carl")
    for home in [a, c, a, c] { try await home.sync() }
    let line = try await c.docket.run("sync", "conflicts").text
    let kept = try #require(line.split(separator: "\n").first { $0.contains("Dig by Carl") })
    #expect(kept.hasSuffix("its list was deleted, so it can't be taken"), "\(line)")
    let taken = try await c.docket.run("sync", "take", #require(kept.split(separator: " ").first.map(String.init)))
    #expect(taken.status == 1 && taken.error.contains("its list was deleted"), "\(taken)")
    #expect(try await c.docket.run("sync", "conflicts").text == line)
  }

  /// Who deleted it knows.
  @Test func saysThatAnItemWasDeletedWhereThatIsKnown() async throws {
    let (a, _, c) = try await homes()
    try await a.docket.run("delete", a.number(of: "Dig"))
    try await c.docket.run("update", c.number(of: "Dig"), "--title", "Dig by Carl")
    for home in [a, c, a] { try await home.sync() }
    let line = try await a.docket.run("sync", "conflicts").text
    #expect(line.contains("“Dig by Carl”: deleted while it was changed elsewhere: kept title Dig by Carl ("), "\(line)")
  }

  /// A due date is two properties, and one decision.
  @Test func countsDecisionsAndNotProperties() async throws {
    let (a, _, c) = try await homes()
    try await a.docket.run("update", a.number(of: "Dig"), "--due", "2031-05-06")
    try await c.docket.run("update", c.number(of: "Dig"), "--due", "2031-05-07")
    for home in [a, c] { try await home.sync() }
    let round = try await a.docket.run("sync", "now").text
    #expect(round.contains(", 1 conflict, see 'docket sync conflicts'"), "\(round)")
    #expect(try await a.docket.run("sync", "conflicts").text.split(separator: "\n").count == 1)
    #expect(try await a.docket.run("sync", "status").text.contains("conflicts   1\n"))
  }

  /// What is shown to be copied is one word for a shell, whoever named the list.
  @Test func hasHintsThatCanBePasted() async throws {
    let home = try SyncedHome("a", in: directory)
    let marker = directory.file("marker")
    try await home.docket.run("add", "x", "--list", "it's $(touch \(marker)) `x`")
    let folder = directory.file("shared")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    let shared = try await home.docket.run("sync", "share", "it's $(touch \(marker)) `x`", folder)
    let hint = try #require(shared.text.split(separator: "\n").last?.split(separator: ": ", maxSplits: 1).last)
    // The program's name there is the one that is tested.
    let pasted = try await home.docket.shell("docket() { \"$BINARY\" \"$@\"; }; BINARY=$1; \(hint)").run()
    #expect(pasted.status == 0, "\(hint): \(pasted.error)")
    #expect(pasted.text.hasPrefix("docket-list:"))
    #expect(!FileManager.default.fileExists(atPath: marker))
  }

  @Test func isJoinedOnce() async throws {
    let (a, b, c) = try await homes()
    let again = try await c.join(by: a.docket.run("sync", "invite", "Garden").text)
    #expect(again.status == 64)
    #expect(again.error.contains("the list Garden is joined already"), "\(again.error)")
    let own = try await b.join(by: a.invitation())
    #expect(own.status == 64)
    #expect(own.error.contains("this store is joined already"), "\(own.error)")
  }

  /// A folder that lies elsewhere now, or on another machine.
  @Test func isMetElsewhereOnceItHasMoved() async throws {
    let (a, _, c) = try await homes()
    let invitation = try await a.docket.run("sync", "invite", "Garden").text
    let link = directory.file("elsewhere")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: directory.file("shared"))
    let moved = try await c.join(by: invitation, at: link)
    #expect(moved.status == 0, "\(moved.error)")
    #expect(moved.text.hasPrefix("the list Garden meets the others at \(link) now"), "\(moved.text)")
    try await c.docket.run("add", "Sow beans >Garden")
    for home in [c, a] { try await home.sync() }
    #expect(try await a.items().contains { $0.contains("Sow beans") })
  }

  @Test func isRefusedWithAReasonWhereItCanNotBe() async throws {
    let (a, _, c) = try await homes()
    let again = try await a.docket.run("sync", "share", "Garden", directory.file("shared"))
    #expect(again.status == 64)
    #expect(again.error.contains("the list is shared already"))
    let missing = try await a.docket.run("sync", "share", "Nowhere", directory.file("shared"))
    #expect(missing.status == 1)
    #expect(missing.error.contains("there is no such list: Nowhere"))
    try await a.docket.run("add", "x >Other")
    let folder = try await a.docket.run("sync", "share", "Other", a.folder)
    #expect(folder.status == 64)
    #expect(folder.error.contains("other things sync by way of this folder already"))
    let address = try await a.docket.run("sync", "share", "Other", "postgre://host/base")
    #expect(address.status == 64)
    #expect(address.error.contains("there are no spaces at such an address: postgre://…"), "\(address.error)")
    let line = try await a.docket.run("sync", "invite", "Other")
    #expect(line.status == 1)
    #expect(line.error.contains("the list is not shared"))
    #expect(try await c.docket.run("sync", "status").text.contains("the list Garden"))
  }
}
