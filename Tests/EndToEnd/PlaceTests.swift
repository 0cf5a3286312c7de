import Foundation
import Testing

@Suite("Where files lie", .takesTurns)
struct PlaceTests {
  static let database = "home/.local/share/docket/docket.sqlite"

  let directory: TemporaryDirectory
  var docket: DocketProcess

  init() throws {
    directory = try TemporaryDirectory()
    docket = DocketProcess(in: directory)
    docket.environment["DOCKET_STORE"] = nil
  }

  @Test func everythingIsPrivateWhateverTheUmaskIs() async throws {
    let result = try await docket.shell("umask 000; exec \"$@\"").run("add", "one")
    try #require(result.status == 0)
    for entry in try directory.contents() where entry.contains("docket") {
      #expect(try directory.permissions(of: entry) == (entry.hasSuffix("docket") ? 0o700 : 0o600), "\(entry)")
    }
    #expect(try directory.contents().contains(Self.database))
  }

  @Test(arguments: [nil, "", "data", "./data", "~/data"])
  func withoutAUsableDataHomeItIsBelowTheHome(_ value: String?) async throws {
    var docket = docket
    docket.environment["XDG_DATA_HOME"] = value
    #expect(try await docket.run("add", "one").status == 0)
    #expect(try directory.contents().contains(Self.database))
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["home"])
  }

  @Test func theDataHomeIsUsed() async throws {
    var docket = docket
    docket.environment["XDG_DATA_HOME"] = directory.file("data")
    #expect(try await docket.run("add", "one").status == 0)
    #expect(try directory.contents().contains("data/docket/docket.sqlite"))
    #expect(!(try directory.contents().contains("home")))
  }

  @Test(arguments: [nil, "", "relative"])
  func withoutAHomeThereIsAClearError(_ home: String?) async throws {
    var docket = docket
    docket.environment["HOME"] = home
    let result = try await docket.run("add", "one")
    #expect(result.status == 78)
    #expect(
      result.error == """
        docket: there is no place for the store: HOME and XDG_DATA_HOME: set one of them to an absolute path, \
        or use --store FILE

        """)
    #expect(try directory.contents().isEmpty)
    #expect(try await docket.run("add", "one", "--store", "here.sqlite").status == 0)
  }

  @Test(arguments: [
    ["list"], ["list", "--json"], ["add", "x"], ["update", "1", "--touch"], ["delete", "1", "2"], ["show", "3"],
  ])
  func aPreviewTouchesNoFile(_ command: [String]) async throws {
    var docket = docket
    docket.environment["HOME"] = directory.path
    docket.environment["XDG_DATA_HOME"] = directory.path
    docket.environment["XDG_CONFIG_HOME"] = directory.path
    docket.environment["XDG_STATE_HOME"] = directory.path
    docket.environment["DOCKET_STORE"] = directory.file("store.sqlite")
    let result = try await docket.run(bytes: (command + ["--preview"]).map { Array($0.utf8) })
    #expect(result.status == 0)
    #expect(try directory.contents().isEmpty)
  }

  @Test(arguments: [
    ["add", ""], ["add", "x", "--parent", "7"], ["add", "x", "--after", "7"], ["import", "bad.json"],
    ["import", "empty.json"], ["import", "bad.txt"],
  ])
  func aStoreIsNotMadeForWhatFails(_ words: [String]) async throws {
    try directory.write(Data(#"[{"title":"one"},{"title":""}]"#.utf8), to: "bad.json")
    try directory.write(Data(), to: "empty.json")
    try directory.write(Data("ok\n\u{ff}".utf16.map { UInt8($0) }), to: "bad.txt")
    let before = try directory.contents()
    let first = try await docket.run(bytes: words.map { Array($0.utf8) })
    #expect(try directory.contents() == before)
    // It fails in the same way in a store that is there.
    try await docket.run("add", "x")
    let second = try await docket.run(bytes: words.map { Array($0.utf8) })
    #expect(first.status != 0 && first.text.isEmpty && first.status == second.status && first.error == second.error)
  }

  @Test func aStoreIsMadeForWhatComesThroughAPipe() async throws {
    let bad = try await docket.shell("printf '[{\"title\":\"\"}]' | \"$@\"").run("import", "-")
    #expect(bad.status == 65 && bad.error.contains("standard input:1:11:"))
    #expect(try directory.contents().isEmpty)
    let good = try await docket.shell("printf '[{\"title\":\"one\"}]' | \"$@\"").run("import", "-")
    #expect(good.status == 0 && good.text == "added 1, updated 0, unchanged 0, left out 0\n" && good.error.isEmpty)
    #expect(try directory.contents().contains(Self.database))
  }

  @Test func aPreviewIsTheSameEachTime() async throws {
    let titles = try await (0..<2).asyncMap { _ in
      let output = try await docket.run("list", "--json", "--preview", "--items", "300").output
      return try JSONDecoder().decode([JSONItem].self, from: output).map(\.title)
    }
    #expect(titles[0] == titles[1])
    #expect(titles[0].count == 300)
  }
}

extension Sequence {
  /// The results of a body for each element, one after the other.
  fileprivate func asyncMap<Result>(_ body: (Element) async throws -> Result) async rethrows -> [Result] {
    var results: [Result] = []
    for element in self { results.append(try await body(element)) }
    return results
  }
}
