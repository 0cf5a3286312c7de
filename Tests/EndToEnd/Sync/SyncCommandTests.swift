import Foundation
import Testing

@Suite("Stores of two machines that sync by way of a folder", .takesTurns)
struct SyncCommandTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// It holds a key, which an error message would show again.
  @Test func refuseAnInvitationAsAnArgumentWithoutRepeatingIt() async throws {
    let (a, _) = try await SyncedHome.pair(in: directory, ["One"], [])
    let line = try await a.invitation().trimmingCharacters(in: .newlines)
    let result = try await a.docket.run("sync", "join", line)
    #expect(result.status == 64)
    #expect(result.error.contains("paste the line") && !result.error.contains(line.suffix(20)), "\(result.error)")
  }

  @Test func cameTogetherWithWhatEachHad() async throws {
    let (a, b) = try await SyncedHome.pair(
      in: directory, ["Fix door #home", "Buy milk !high @2027-01-02"], ["Write letter #home >Work"])
    let items = try await a.items()
    #expect(items.count == 3)
    #expect(items.contains { $0.contains("Fix door") && $0.contains("home") })
    #expect(items.contains { $0.contains("Write letter") && $0.contains("home") && $0.contains("Work") })
    #expect(try await b.items() == items)
  }

  @Test func meetAfterEditsOnBothSides() async throws {
    let (a, b) = try await SyncedHome.pair(in: directory, ["One", "Two", "Three"], [])
    try await a.docket.run("update", "1", "--title", "First")
    try await b.docket.run("update", "1", "--priority", "high")
    try await a.docket.run("done", "2")
    try await b.docket.run("delete", "3")
    for home in [a, b, a] { try await home.sync() }
    let items = try await a.items()
    #expect(items.count == 2)
    #expect(try await b.items() == items)
    #expect(try await b.sync().text == "nothing new\n")
  }

  /// Each has completed it before it heard of the other.
  @Test func haveOneNextItemOfARecurringOne() async throws {
    let (a, b) = try await SyncedHome.pair(in: directory, ["Water plants @2027-01-02 every:week"], [])
    for home in [a, b] { try await home.docket.run("done", "1") }
    for home in [a, b, a, b] { try await home.sync() }
    let items = try await a.items()
    #expect(items.count { $0.contains("Water plants") && $0.contains(" open ") } == 1)
    #expect(try await a.docket.run("sync", "conflicts").text.isEmpty)
    #expect(try await b.items() == items)
  }

  @Test func bringBackWhatOneUndid() async throws {
    let (a, b) = try await SyncedHome.pair(in: directory, ["Keep me #home"], [])
    try await a.docket.run("delete", "1")
    for home in [a, b] { try await home.sync() }
    #expect(try await b.items().isEmpty)
    try await a.docket.run("undo")
    for home in [a, b] { try await home.sync() }
    #expect(try await b.items() == a.items())
    #expect(try await b.items().first?.contains("home") == true)
  }

  /// Between two rounds: the history has all of it, the store only what is left.
  @Test func tellOfAChangeThatWasDeletedAndBroughtBack() async throws {
    let (a, b) = try await SyncedHome.pair(in: directory, ["Old title #home"], [])
    try await a.docket.run("update", "1", "--title", "New title")
    try await a.docket.run("delete", "1")
    try await a.docket.run("undo")
    for home in [a, b] { try await home.sync() }
    #expect(try await b.items() == a.items())
    #expect(try await b.items().first?.contains("New title") == true)
  }

  /// What an unmounted share looks like: an empty folder in its place.
  @Test func writeNothingIntoAnEmptyFolderInPlaceOfTheirs() async throws {
    let (a, b) = try await SyncedHome.pair(in: directory, ["One"], [])
    try FileManager.default.moveItem(atPath: a.folder, toPath: directory.file("real"))
    try FileManager.default.createDirectory(atPath: a.folder, withIntermediateDirectories: false)
    try await a.docket.run("add", "Two")
    // B has sent nothing, and received.
    for home in [a, b] {
      let refused = try await home.sync()
      #expect(refused.status == 66 && refused.error.split(separator: "\n").count == 1)
      #expect(
        refused.error.hasPrefix("docket sync: the folder has nothing of what was synced before: \(a.folder): mount it"),
        "\(refused.error)")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: a.folder).isEmpty)
    try FileManager.default.removeItem(atPath: a.folder)
    try FileManager.default.moveItem(atPath: directory.file("real"), toPath: a.folder)
    for home in [a, b] { #expect(try await home.sync().status == 0) }
    #expect(try await b.items() == a.items())
  }

  /// Somebody emptied it for good, and says so as the message has it.
  @Test func fillAFolderAgainThatWasEmptied() async throws {
    let (a, b) = try await SyncedHome.pair(in: directory, ["One"], ["Two"])
    for name in try FileManager.default.contentsOfDirectory(atPath: a.folder) {
      try FileManager.default.removeItem(atPath: a.folder + "/" + name)
    }
    let command = try #require(try await a.sync().error.firstMatch(of: /run: (mkdir .*)\n/)?.1)
    let made = try await a.docket.shell(String(command)).run()
    #expect(made.status == 0, "\(made.error)")
    for home in [a, b, a] { #expect(try await home.sync().status == 0) }
    let c = try SyncedHome("c", in: directory)
    try await c.docket.run("list")
    #expect(try await c.join(by: a.invitation()).status == 0)
    #expect(try await c.items() == a.items())
  }

  /// Nothing was sent yet, so nothing is missing.
  @Test func goOnInAFolderThatIsEmptyLikeTheStore() async throws {
    let homes = try await SyncedHome.joined(["a", "b"], in: directory)
    for home in homes + homes {
      let round = try await home.sync()
      #expect(round.status == 0 && round.text == "nothing new\n", "\(round.error)")
    }
  }

  /// Of another space, or of an old copy: not as empty as a folder that is not mounted.
  @Test func sendAgainWhatWentIntoAnotherFolder() async throws {
    let (a, b) = try await SyncedHome.pair(in: directory, ["One"], [])
    try FileManager.default.moveItem(atPath: a.folder, toPath: directory.file("real"))
    try FileManager.default.createDirectory(
      atPath: a.folder + "/0000000000000001", withIntermediateDirectories: true)
    try await a.docket.run("add", "Into the void")
    #expect(try await a.sync().status == 0)
    try FileManager.default.removeItem(atPath: a.folder)
    try FileManager.default.moveItem(atPath: directory.file("real"), toPath: a.folder)
    try await a.docket.run("add", "Later")
    for home in [a, b] { try await home.sync() }
    #expect(try await b.items() == a.items())
    #expect(try await b.items().count == 3)
  }

  /// Promise 48.
  @Test func leaveNothingToReadInTheFolder() async throws {
    let (a, _) = try await SyncedHome.pair(in: directory, ["Renew the certificate #secret"], [])
    let files = try FileManager.default.subpathsOfDirectory(atPath: a.folder).filter { $0.hasSuffix(".batch") }
    #expect(!files.isEmpty)
    for file in files {
      let bytes = try directory.bytes(of: "folder/\(file)")
      for word in ["certificate", "secret", "Item"] { #expect(bytes.range(of: Data(word.utf8)) == nil) }
    }
  }

  /// The option may stand before the command or behind it.
  @Test func areNamedByAnOption() async throws {
    let (a, _) = try await SyncedHome.pair(in: directory, ["One"], [])
    var other = a.docket
    other.environment["DOCKET_STORE"] = directory.file("none.sqlite")
    let results = [
      try await other.run("sync", "--store", a.store, "now"), try await other.run("sync", "now", "--store", a.store),
      try await other.run("sync", "--store=\(a.store)", "now"), try await other.run("--store", a.store, "sync", "now"),
      try await other.run("--store", directory.file("none.sqlite"), "sync", "--store", a.store, "now"),
    ]
    for result in results { #expect(result.text == "nothing new\n", "\(result.error)") }
  }

  @Test func sayWhatIsSetAside() async throws {
    let (a, b) = try await SyncedHome.pair(in: directory, ["One"], [])
    let before = try batches(in: a.folder)
    try await a.docket.run("add", "Two")
    try await a.sync()
    let missing = try #require(batches(in: a.folder).subtracting(before).first)
    try await a.docket.run("add", "Three")
    try await a.sync()
    let (place, aside) = (a.folder + "/" + missing, directory.file("aside"))
    try FileManager.default.moveItem(atPath: place, toPath: aside)
    #expect(try await b.sync().text.hasSuffix("1 batch set aside, see 'docket sync status'\n"))
    let status = try await b.docket.run("sync", "status").text
    #expect(status.contains(#/  batch [0-9a-f]+/3: it waits for batch [0-9a-f]+/2\n/#), "\(status)")
    let json = try await b.docket.run("sync", "status", "--json").text
    #expect(json.contains(#""reason":"it waits for batch "#), "\(json)")
    try FileManager.default.moveItem(atPath: aside, toPath: place)
    #expect(try await !b.sync().text.contains("set aside"))
    #expect(try await b.items() == a.items())
  }

  private func batches(in folder: String) throws -> Set<String> {
    Set(try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(".batch") })
  }

  /// What was decided just before is sent as one leaves.
  @Test func doNotOpenConflictsAgainByLeavingAndJoining() async throws {
    let (a, b) = try await SyncedHome.pair(in: directory, ["Door"], [])
    try await a.docket.run("update", "1", "--title", "Fix door")
    try await b.docket.run("update", "1", "--title", "Repair door")
    for home in [a, b, a] { try await home.sync() }
    let line = try await b.docket.run("sync", "conflicts").text
    let id = String(line.prefix { $0 != " " })
    #expect(line.contains("Fix door"))
    let invitation = try await b.invitation()
    let folder = b.folder
    // Offline, and decided; back when one leaves.
    try FileManager.default.moveItem(atPath: folder, toPath: directory.file("away"))
    #expect(try await b.docket.run("sync", "take", id).status == 0)
    try FileManager.default.moveItem(atPath: directory.file("away"), toPath: folder)
    #expect(try await b.docket.run("sync", "leave").text == "this store does not sync any more\n")
    try await b.join(by: invitation)
    for home in [a, b, a] { try await home.sync() }
    for home in [a, b] { #expect(try await home.docket.run("sync", "conflicts").text == "", "\(home.name)") }
    #expect(try await b.items() == a.items())
    #expect(try await a.states() == ["Fix door": "open"])
  }

  @Test func goOnUnderAnotherNameFromABackup() async throws {
    let (a, b) = try await SyncedHome.pair(in: directory, ["One"], [])
    let store = directory.file("a/.local/share/docket/docket.sqlite")
    try await a.docket.run("backup", directory.file("copy.sqlite"))
    try await a.docket.run("add", "After the backup")
    for home in [a, b] { try await home.sync() }
    for file in [store, store + "-wal", store + "-shm"] { try? FileManager.default.removeItem(atPath: file) }
    try FileManager.default.moveItem(atPath: directory.file("copy.sqlite"), toPath: store)
    try await a.docket.run("add", "After it was restored")
    for home in [a, b, a] { try await home.sync() }
    let items = try await a.items()
    #expect(items.count == 3)
    #expect(try await b.items() == items)
  }
}

@Suite("Sync says in one line what is wrong", .takesTurns)
struct SyncErrorTests {
  let directory: TemporaryDirectory
  let home: SyncedHome

  init() throws {
    directory = try TemporaryDirectory()
    home = try SyncedHome("a", in: directory)
  }

  @Test func whenThereIsNoStore() async throws {
    let result = try await home.docket.run("sync", "now")
    #expect(result.status == 66)
    #expect(result.error.hasPrefix("docket sync: there is no store: "))
  }

  @Test func whenTheStoreDoesNotSync() async throws {
    try await home.docket.run("add", "One")
    for command in ["now", "status", "invite", "leave", "run"] {
      let result = try await home.docket.run("sync", command)
      #expect(result.status == 78, "\(command)")
      #expect(result.error.hasPrefix("docket sync: this store does not sync: begin with"), "\(command)")
    }
  }

  @Test func whenTheFolderIsMissing() async throws {
    try await home.docket.run("add", "One")
    let missing = directory.file("nowhere")
    let result = try await home.docket.run("sync", "init", missing)
    #expect(result.status == 66)
    #expect(result.error == "docket sync: there is no such folder: \(missing): make it, or mount it\n")
    #expect(try await home.docket.run("sync", "status").status == 78)
  }

  /// The same words and status, whichever command finds it.
  @Test func whenTheFolderIsGone() async throws {
    try await home.docket.run("add", "One")
    try await home.docket.run("sync", "init", home.folder)
    try FileManager.default.removeItem(atPath: home.folder)
    let result = try await home.sync()
    #expect(result.status == 66)
    let problem = "there is no such folder: \(home.folder): make it, or mount it"
    #expect(result.error == "docket sync: \(problem)\n")
    #expect(try await home.docket.run("sync", "status").text.contains("problem     \(problem)\n"))
    #expect(try await home.docket.run("sync", "status", "--json").text.contains(#""problem":"\#(problem)""#))
    let left = try await home.docket.run("sync", "leave")
    #expect(left.status == 0)
    #expect(left.text.contains("was not sent (there is no such folder: \(home.folder)"))
  }

  @Test func whenAnotherStoreSyncsThereAndThenNothingIsLeftBehind() async throws {
    let other = try SyncedHome("b", in: directory)
    for home in [home, other] { try await home.docket.run("add", "One") }
    try await home.docket.run("sync", "init", home.folder)
    let before = try FileManager.default.contentsOfDirectory(atPath: home.folder)
    let refused = try await other.docket.run("sync", "init", home.folder)
    #expect(refused.status == 64)
    #expect(refused.error.contains("another store or list has synced by way of this folder"), "\(refused.error)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: home.folder) == before)
    let keys = (other.store as NSString).deletingLastPathComponent + "/sync-keys"
    #expect(try String(contentsOfFile: keys, encoding: .utf8) == "docket-sync keys 1\n")
  }

  @Test func whenJoiningFailsAndThenTheStoreIsAsBefore() async throws {
    let other = try SyncedHome("b", in: directory)
    for home in [home, other] { try await home.docket.run("add", "One") }
    try await home.docket.run("sync", "init", home.folder)
    let invitation = try await home.invitation()
    try FileManager.default.removeItem(atPath: home.folder)
    try directory.write(Data("a file".utf8), to: "folder")
    #expect(try await other.join(by: invitation).status != 0)
    #expect(try await other.docket.run("sync", "status").status == 78)
  }

  @Test func whenTheInvitationIsDamaged() async throws {
    try await home.docket.run("add", "One")
    let result = try await home.join(by: "docket-sync:1:/tmp:nonsense\n")
    #expect(result.status == 65)
    #expect(result.error.split(separator: "\n").count == 1)
  }

  @Test func whenAURLHasAPassword() async throws {
    try await home.docket.run("add", "One")
    let result = try await home.docket.run("sync", "init", "postgres://me:hunter2@localhost/db")
    #expect(result.status == 65)
    #expect(!result.error.contains("hunter2"))
  }

  @Test func whenItSyncsAlready() async throws {
    try await home.docket.run("add", "One")
    try await home.docket.run("sync", "init", home.folder)
    let result = try await home.docket.run("sync", "init", home.folder)
    #expect(result.status == 65)
    #expect(result.error.hasPrefix("docket sync: this store syncs already"))
  }

  /// What sync kept before a change of its tables, or after one.
  @Test func whenAnotherVersionWroteWhatItKeeps() async throws {
    try await home.docket.run("add", "One")
    try await home.docket.run("sync", "init", home.folder)
    let invitation = try await home.invitation()
    #expect(
      try await SQLiteShell.run("UPDATE openswiftdatasync_state SET value = 1000 WHERE name = 'format'", on: home.store)
        == "")
    for command in ["now", "status", "invite"] {
      let result = try await home.docket.run("sync", command)
      #expect(result.status == 65, "\(command)")
      #expect(
        result.error == "docket sync: what sync keeps in this store was written by a later version (format 1000): "
          + "\(home.store): upgrade docket-sync\n", "\(command)")
    }
    #expect(
      try await SQLiteShell.run("DELETE FROM openswiftdatasync_state WHERE name = 'format'", on: home.store) == "")
    let error =
      "what sync keeps in this store was written by an earlier version: \(home.store): run 'docket sync leave', then "
      + "'docket sync join' with an invitation from another machine, or 'docket sync init'; all items stay"
    for command in ["now", "status", "invite"] {
      let result = try await home.docket.run("sync", command)
      #expect(result.status == 65, "\(command)")
      #expect(result.error == "docket sync: \(error)\n", "\(command)")
    }
    #expect(try await home.join(by: invitation).error == "docket sync: \(error)\n")
    let left = try await home.docket.run("sync", "leave")
    #expect(left.status == 0)
    #expect(
      left.text.hasPrefix("this store does not sync any more: what was saved here since the last round was not sent"))
    try await home.docket.run("add", "Two")
    #expect(try await home.join(by: invitation).status == 0)
    #expect(try await home.items().count == 2)
    #expect(try await home.sync().text == "nothing new\n")
  }

  @Test func whenThereIsNothingToSync() async throws {
    let result = try await home.docket.run("--preview", "sync", "now")
    #expect(result.status == 64)
  }
}
