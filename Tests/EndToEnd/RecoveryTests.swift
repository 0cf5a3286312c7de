import Foundation
import Testing

@Suite("Salvaging a damaged store", .takesTurns)
struct RecoveryTests {
  private static let pageSize = 4096

  let directory: TemporaryDirectory
  let docket: DocketProcess
  let store: String
  let recovered: String

  init() throws {
    directory = try TemporaryDirectory()
    docket = DocketProcess(in: directory)
    (store, recovered) = (directory.file("store.sqlite"), directory.file("recovered.sqlite"))
  }

  /// A store with many items, in one file.
  private func fill(_ count: Int) async throws {
    try await docket.run("--preview", "--items", "\(count)", "export", directory.file("items.json"))
    try await docket.run("import", directory.file("items.json"))
    _ = try await SQLiteShell.run("PRAGMA wal_checkpoint(TRUNCATE)", on: store)
  }

  private func damage(_ change: (inout Data) -> Void) throws -> Data {
    var bytes = try directory.bytes(of: "store.sqlite")
    change(&bytes)
    try directory.write(bytes, to: "store.sqlite")
    return bytes
  }

  @Test func aSoundStoreIsCopiedWhole() async throws {
    try await fill(300)
    let result = try await docket.run("recover", recovered)
    #expect(result.status == 0 && result.error.isEmpty)
    #expect(result.text.wholeMatch(of: /salvaged items 300, tags \d+, lists \d+, steps 1\n/) != nil)
    #expect(
      try await docket.run("--store", recovered, "export").output == (try directory.bytes(of: "items.json")))
    #expect(try await docket.run("--store", recovered, "list", "--count", "the").status == 0)
    #expect(try directory.permissions(of: "recovered.sqlite") == 0o600)
    #expect(try await docket.run("--store", recovered, "undo").text == "undone: import 300 items\n")
  }

  @Test func damagedFirstBytesAreNoReasonToChooseAnotherFile() async throws {
    try await docket.run("add", "Renew the certificate")
    _ = try await SQLiteShell.run("PRAGMA wal_checkpoint(TRUNCATE)", on: store)
    _ = try damage { $0.replaceSubrange(0..<16, with: Data(repeating: 0x55, count: 16)) }
    for command in ["check", "list"] {
      let result = try await docket.run(command)
      #expect(result.status == 65)
      #expect(result.error.hasPrefix("docket: the store's first bytes are damaged: "), "\(result.error)")
      #expect(result.error.contains("recover salvaged.sqlite'"), "\(result.error)")
    }
    #expect(try await docket.run("recover", recovered).status == 0)
    #expect(try await docket.run("--store", recovered, "list", "--count").text == "1\n")
    // Nothing is left of the description of its tables.
    _ = try damage { $0.replaceSubrange(100..<Self.pageSize, with: Data(count: Self.pageSize - 100)) }
    let nothing = try await docket.run("recover", directory.file("nothing.sqlite"))
    #expect(nothing.status == 65)
    #expect(nothing.error.hasSuffix(", or put a copy in its place\n"), "\(nothing.error)")
  }

  @Test func whatIsOnNoListIsNoLossWhereThereAreNoLists() async throws {
    try await docket.run("add", "Renew the certificate", "#ops", "@fri 17:00")
    try await docket.run("done", "1")
    try await docket.run("undo")
    let result = try await docket.run("recover", recovered)
    #expect(result.text == "salvaged items 1, tags 1, lists 0, steps 2\n")
    #expect(result.status == 0 && result.error.isEmpty, "\(result.error)")
  }

  @Test func aReferenceToALostRowIsCountedAndLetGo() async throws {
    for title in ["a >Home", "b >Home", "c >Work"] { try await docket.run("add", title) }
    _ = try await SQLiteShell.run("PRAGMA foreign_keys = OFF; DELETE FROM ItemList WHERE key = 'work'", on: store)
    let one = try await docket.run("recover", recovered)
    #expect(one.status == 65)
    #expect(one.error.hasPrefix("docket: 1 reference could not be salvaged: "), "\(one.error)")
    #expect(try await docket.run("--store", recovered, "list", "list:none", "--ids").text == "3\n")
    _ = try await SQLiteShell.run("PRAGMA foreign_keys = OFF; DELETE FROM ItemList", on: store)
    let all = try await docket.run("recover", directory.file("second.sqlite"))
    #expect(all.error.hasPrefix("docket: 3 references could not be salvaged: "), "\(all.error)")
  }

  @Test(arguments: 0..<4 as Range<UInt64>) func allButTheDamagedPagesIsSalvaged(_ seed: UInt64) async throws {
    print("seed \(seed)")
    try await fill(1_000)
    let pages = try await SQLiteShell.run(
      "SELECT pageno FROM dbstat WHERE name = 'Item' AND pagetype = 'leaf'", on: store
    ).split(separator: "\n").compactMap { Int($0) }
    var random = SeededBytes(seed: seed)
    let hit = Set((0..<3).compactMap { _ in pages.randomElement(using: &random) })
    let before = try damage { bytes in
      for page in hit {
        let start = (page - 1) * Self.pageSize
        bytes.replaceSubrange(start..<start + Self.pageSize, with: random.take(Self.pageSize))
      }
    }
    #expect(try await docket.run("check").status == 65)
    let result = try await docket.run("recover", recovered)
    #expect(result.status == 65)
    let pattern = /docket: \d+ places.* could not be salvaged: .*\n/
    #expect(result.error.wholeMatch(of: pattern) != nil, "\(result.error)")
    #expect(try directory.bytes(of: "store.sqlite") == before)
    #expect(try await docket.run("--store", recovered, "check").status == 0)
    // A page has some twenty rows.
    let count = Int(try await docket.run("--store", recovered, "list", "--count").text.dropLast()) ?? 0
    #expect(count < 1_000 && count > 1_000 - 40 * hit.count, "\(count) of 1000 after \(hit.count) pages")
    let leftovers = try directory.contents().filter { $0.contains("unfinished") || $0.contains(".recovery") }
    #expect(leftovers.isEmpty)
  }

  @Test func aLostHeaderIsMadeGood() async throws {
    try await fill(100)
    _ = try damage { $0.replaceSubrange(0..<100, with: Data(count: 100)) }
    #expect(try await docket.run("list").status == 65)
    #expect(try await docket.run("recover", recovered).status == 0)
    #expect(
      try await docket.run("--store", recovered, "export").output == (try directory.bytes(of: "items.json")))
  }

  /// One such value makes each list with its item fail.
  @Test func aValueThatCannotBeReadIsNamedAndBecomesThatOfANewItem() async throws {
    for title in ["a !high", "b !high"] { try await docket.run("add", title) }
    _ = try await SQLiteShell.run("UPDATE Item SET priority = 77 WHERE id = 2", on: store)
    let list = try await docket.run("list")
    #expect(list.status == 65 && list.error.contains("look for damage with 'docket check'"), "\(list.error)")
    let check = try await docket.run("check")
    #expect(check.status == 65)
    let value = "row 2, Item.priority: The store holds a value that the schema can't read: 77 as Priority"
    #expect(check.error.hasPrefix("docket: the store is damaged: \(value): \(store): salvage"), "\(check.error)")
    let result = try await docket.run("recover", recovered)
    #expect(result.status == 65 && result.text.hasPrefix("salvaged items 2, "))
    #expect(result.error.hasPrefix("docket: 1 value could not be salvaged: "), "\(result.error)")
    #expect(try await docket.run("--store", recovered, "show", "1").text.contains("\npriority\thigh\n"))
    #expect(try await docket.run("--store", recovered, "show", "2").text.contains("\npriority\t\n"))
    #expect(try await docket.run("--store", recovered, "check").status == 0)
  }

  @Test func aTruncatedStoreGivesWhatIsLeft() async throws {
    try await fill(1_000)
    _ = try damage { $0 = $0.prefix($0.count * 6 / 10) }
    let result = try await docket.run("recover", recovered)
    #expect(result.status == 65)
    let count = Int(try await docket.run("--store", recovered, "list", "--count").text.dropLast()) ?? 0
    #expect(count > 300, "\(count) of 1000")
    #expect(try await docket.run("--store", recovered, "check").status == 0)
  }

  @Test func whereNothingIsLeftNothingIsMade() async throws {
    try directory.write(Data(repeating: UInt8(ascii: "x"), count: 20_000), to: "store.sqlite")
    let result = try await docket.run("recover", recovered)
    #expect(result.status == 65)
    #expect(
      result.error
        == "docket: nothing can be salvaged: the store's own description of its tables can't be read: \(store): "
        + "choose another file with --store, or put a copy in its place\n")
    #expect(try directory.contents() == ["store.sqlite"])
  }

  @Test func itTakesNoOthersPlaceAndNeedsAStore() async throws {
    let missing = try await docket.run("recover", recovered)
    #expect(missing.status == 66)
    #expect(
      missing.error
        == "docket: there is no such store: \(store): check the path; 'docket add' and 'docket import' make a new store\n"
    )
    try await docket.run("add", "x")
    try directory.write(Data("mine".utf8), to: "recovered.sqlite")
    let result = try await docket.run("recover", recovered)
    #expect(result.status == 73)
    #expect(try directory.bytes(of: "recovered.sqlite") == Data("mine".utf8))
    #expect(try await docket.run("recover", directory.file("none/x.sqlite")).status == 73)
    #expect(try await docket.run("--preview", "recover", directory.file("y.sqlite")).status == 64)
  }
}
