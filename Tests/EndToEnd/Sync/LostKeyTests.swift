import Foundation
import Testing

@Suite("A key that was lost is named, and comes back with an invitation", .takesTurns)
struct LostKeyTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// A machine whose own space is `folder`, and somebody else's, with whom it shares a list.
  private func sharing() async throws -> (SyncedHome, SyncedHome) {
    let (a, c) = (try SyncedHome("a", in: directory), try SyncedHome("c", in: directory))
    try await a.docket.run("add", "Dig beds >Garden")
    try await c.docket.run("add", "Mine alone")
    let folder = directory.file("shared")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    try await a.docket.run("sync", "init", a.folder)
    try await a.docket.run("sync", "share", "Garden", folder)
    try await c.join(by: invitationToList(of: a))
    return (a, c)
  }

  private func invitationToList(of home: SyncedHome) async throws -> String {
    try await home.docket.run("sync", "invite", "Garden").text
  }

  @Test func isSaidToBeThatOfTheListWithWhatHelpsThere() async throws {
    let (_, c) = try await sharing()
    try c.loseKeys()
    let status = try await c.docket.run("sync", "status").text
    let round = try await c.sync()
    #expect(round.status == 78 && round.error.split(separator: "\n").count == 1, "\(round.error)")
    for text in [status, round.error] {
      #expect(text.contains("the list Garden: its key is missing: "), "\(text)")
      #expect(text.contains("'docket sync join' with the line that 'docket sync invite Garden' prints"), "\(text)")
      #expect(!text.contains("this store's space"), "\(text)")
    }
  }

  @Test func isAFieldOfTheStatusAsJSON() async throws {
    struct Answer: Decodable {
      let list: String?
      let keyMissing: Bool
      let problem: String?
    }
    let (a, _) = try await sharing()
    func answers() async throws -> [Answer] {
      try JSONDecoder().decode([Answer].self, from: await a.docket.run("sync", "status", "--json").output)
    }
    #expect(try await answers().map(\.keyMissing) == [false, false])
    #expect(try await answers().allSatisfy { $0.problem == nil })
    try a.loseKeys()
    let lost = try await answers()
    #expect(lost.map(\.list) == [nil, "Garden"] && lost.map(\.keyMissing) == [true, true])
    #expect(lost[0].problem?.hasPrefix("the key of this store's space is missing: ") == true, "\(lost)")
    #expect(lost[1].problem?.hasPrefix("the list Garden: its key is missing: ") == true, "\(lost)")
  }

  @Test func comesBackToAStore() async throws {
    let (a, b) = try await SyncedHome.pair(in: directory, ["One"], [])
    try b.loseKeys()
    try await b.docket.run("add", "Two")
    let joined = try await b.join(by: a.invitation())
    #expect(joined.status == 0 && joined.text.hasPrefix("the key of this store is back, 1 batch sent"), "\(joined)")
    try await a.sync()
    #expect(try await a.items() == b.items())
    let again = try await b.join(by: a.invitation())
    #expect(again.status == 64 && again.error.contains("this store is joined already"), "\(again.error)")
  }

  @Test func comesBackToAList() async throws {
    let (a, c) = try await sharing()
    try c.loseKeys()
    try await c.docket.run("add", "Sow beans >Garden")
    let joined = try await c.join(by: invitationToList(of: a))
    #expect(joined.status == 0 && joined.text.hasPrefix("the key of the list Garden is back, "), "\(joined)")
    try await a.sync()
    #expect(try await a.items().contains { $0.contains("Sow beans") })
  }

  /// A person's own space says it.
  @Test func comesBackToListsWithThatOfTheStore() async throws {
    let (a, b) = try await SyncedHome.pair(in: directory, ["Dig beds >Garden"], [])
    let folder = directory.file("shared")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    try await a.docket.run("sync", "share", "Garden", folder)
    try await b.sync()
    try b.loseKeys()
    try await b.docket.run("add", "Sow beans >Garden")
    #expect(try await b.join(by: a.invitation()).status == 0)
    #expect(try await b.sync().status == 0)
    try await a.sync()
    #expect(try await a.items() == b.items())
  }

  /// It meets the others elsewhere, and has lost the key: one command mends both.
  @Test func comesBackWithAnotherPlace() async throws {
    let (a, b) = try await SyncedHome.pair(in: directory, ["One"], [])
    let invitation = try await a.invitation()
    let link = directory.file("elsewhere")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: a.folder)
    try b.loseKeys()
    let joined = try await b.join(by: invitation, at: link)
    #expect(joined.status == 0, "\(joined.error)")
    #expect(joined.text.hasPrefix("the key of this store is back\nthis store meets the others at \(link) now"))
  }

  /// Another store of this person may need the key that is there.
  @Test func neverTakesThePlaceOfOneThatIsThere() async throws {
    let (a, b) = try await SyncedHome.pair(in: directory, ["One"], [])
    let invitation = try await a.invitation()
    try b.forgeKey()
    let other = try String(contentsOfFile: b.keys, encoding: .utf8)
    let refused = try await b.join(by: invitation)
    #expect(refused.status == 77 && refused.error.contains("holds another key of the space"), "\(refused.error)")
    #expect(refused.error.split(separator: "\n").count == 1)
    #expect(try String(contentsOfFile: b.keys, encoding: .utf8) == other)
  }

  /// What is there was sealed with another key: nothing is sent, and the store is as it was.
  @Test func isNotTakenIfItDoesNotFit() async throws {
    let (a, b) = try await SyncedHome.pair(in: directory, ["One"], [])
    try b.loseKeys()
    try await refuseForgedKey(of: a, at: b)
  }

  /// Nobody else has sent anything so far.
  @Test func isNotTakenIfItDoesNotFitWhatThisStoreHasSent() async throws {
    let (a, b) = try await SyncedHome.pair(in: directory, [], ["One"])
    try b.loseKeys()
    try await b.docket.run("add", "Two")
    try await refuseForgedKey(of: a, at: b)
    try await a.sync()
    #expect(try await a.items().contains { $0.contains("Two") })
  }

  /// It would be the key of a space of its own from then on.
  @Test func isNotTakenIfNothingIsThereToSeeWhetherItFits() async throws {
    let (a, b) = try await SyncedHome.pair(in: directory, [], ["One"])
    let invitation = try await a.invitation()
    try b.loseKeys()
    for folder in try FileManager.default.contentsOfDirectory(atPath: a.folder) {
      for file in try FileManager.default.contentsOfDirectory(atPath: "\(a.folder)/\(folder)") {
        try FileManager.default.removeItem(atPath: "\(a.folder)/\(folder)/\(file)")
      }
    }
    let refused = try await b.join(by: invitation)
    #expect(refused.status == 66 && refused.error.contains("to see whether the key fits"), "\(refused.error)")
    #expect(try await b.docket.run("sync", "status").text.contains("the key of this store's space is missing"))
  }

  @Test func isNoReasonToStayButOthersAreNotToldThen() async throws {
    let (a, c) = try await sharing()
    for home in [a, c] { try home.loseKeys() }
    try await c.docket.run("add", "Sow beans >Garden")
    let left = try await c.docket.run("sync", "leave", "Garden")
    #expect(left.status == 0 && left.text.split(separator: "\n").count == 1)
    #expect(
      left.text.hasPrefix(
        "the list Garden is not shared any more: what was saved here since the last round was not sent (the list Garden: "
          + "its key is missing: "), "\(left.text)")
    // Its own space has the key of the list, and can't be told.
    let leaving = try await a.docket.run("sync", "leave", "Garden")
    #expect(leaving.status == 0)
    #expect(
      leaving.text.hasPrefix(
        "the list Garden is not shared any more\nyour other machines are not told yet, and still share it (the key of this "
          + "store's space is missing: "), "\(leaving.text)")
    #expect(leaving.text.split(separator: "\n").count == 2)
  }

  /// Joins by the line of a space of that name with a key of somebody's own, and then by the real one.
  private func refuseForgedKey(of a: SyncedHome, at b: SyncedHome) async throws {
    let keys = try a.forgeKey()
    let refused = try await b.join(by: a.invitation())
    #expect(refused.status == 65 && refused.error.split(separator: "\n").count == 1, "\(refused.error)")
    #expect(try await b.docket.run("sync", "status").text.contains("the key of this store's space is missing"))
    try keys.write(toFile: a.keys, atomically: false, encoding: .utf8)
    #expect(try await b.join(by: a.invitation()).status == 0)
  }
}

extension SyncedHome {
  /// The file with the keys of spaces.
  fileprivate var keys: String { (store as NSString).deletingLastPathComponent + "/sync-keys" }

  fileprivate func loseKeys() throws { try FileManager.default.removeItem(atPath: keys) }

  /// Puts another key in the place of those that are there.
  ///
  /// - Returns: what was there.
  @discardableResult
  fileprivate func forgeKey() throws -> String {
    let keys = try String(contentsOfFile: keys, encoding: .utf8)
    try keys.replacing(#/ [A-Za-z0-9_-]{43} /#) { _ in " AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8 " }
      .write(toFile: self.keys, atomically: false, encoding: .utf8)
    return keys
  }
}
