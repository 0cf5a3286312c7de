import Foundation
import Testing

@Suite("The log of statements", .takesTurns)
struct SQLLogTests {
  let directory: TemporaryDirectory
  var docket: DocketProcess

  init() throws {
    directory = try TemporaryDirectory()
    docket = DocketProcess(in: directory)
  }

  private func errorLines(_ variable: String?, _ arguments: String...) async throws -> [Substring] {
    var docket = docket
    docket.environment["OPENSWIFTDATA_SQL"] = variable
    let result = try await docket.run(bytes: arguments.map { Array($0.utf8) })
    #expect(result.status == 0)
    return result.error.split(separator: "\n")
  }

  @Test(arguments: [nil, "", "0"]) func staysSilentUnlessAskedFor(_ variable: String?) async throws {
    #expect(try await errorLines(variable, "add", "quiet").isEmpty)
  }

  @Test func tellsEachStatementWithItsTimeAndRows() async throws {
    let lines = try await errorLines("1", "add", "a secret")
    #expect(
      lines.allSatisfy { $0.wholeMatch(of: /OpenSwiftData: [0-9]+\.[0-9]{3} ms, [0-9]+ rows?( changed)?: .+/) != nil })
    let inserts = lines.filter { $0.contains(/[0-9]+ rows? changed: INSERT OR FAIL INTO "Item"\(/) }
    // Where there is no store yet, the addition is rehearsed in memory.
    #expect(inserts.count == 2)
    #expect(lines.contains { $0.hasSuffix("rows: BEGIN IMMEDIATE") })
    #expect(lines.contains { $0.hasSuffix("rows: COMMIT") })
  }

  @Test func countsTheRowsOfAQuery() async throws {
    for title in ["one", "two", "three"] { try await docket.run("add", title) }
    let lines = try await errorLines("1", "list")
    #expect(lines.contains { $0.contains(" ms, 3 rows: SELECT ") })
  }

  @Test func showsThatTheUndoOfABulkDeletionAsksForAllRowsAtOnce() async throws {
    let rows = (0..<60).map { #"{"title":"\#($0)"}"# }.joined(separator: ",")
    let file = try directory.write(Data("[\(rows)]".utf8), to: "items.json")
    try await docket.run("import", file)
    _ = try await docket.run(bytes: (["delete"] + (1...60).map(String.init)).map { Array($0.utf8) })
    let lines = try await errorLines("1", "undo")
    #expect(lines.count { $0.contains("INSERT OR FAIL INTO \"Item\"") } == 60)
    // The save asks twice for each row; nothing else may.
    #expect(lines.count { $0.contains(": SELECT ") } < 3 * 60)
    #expect(try await docket.run("list", "--count").text == "60\n")
  }

  @Test func showsThatAnImportDeletesWithAFewQueries() async throws {
    func id(_ number: Int) -> String { "11111111-2222-4333-8444-\(100_000_000_000 + number)" }
    func task(_ number: Int, _ members: String) -> String {
      #"{"uuid":"\#(id(number))","description":"t","entry":"20201101T080000Z",\#(members)}"#
    }
    let all =
      (0..<60).map { task($0, #""status":"pending""#) }
      + (60..<120).map { task($0, #""status":"pending","docketparent":"\#(id($0 - 60))""#) }
    let deleted = (0..<60).map { task($0, #""status":"deleted","end":"20201102T080000Z""#) }
    for (name, tasks) in [("all", all), ("deleted", deleted)] {
      try directory.write(Data("[\(tasks.joined(separator: ",\n"))]".utf8), to: name)
    }
    try await docket.run("import", "all", "--format", "taskwarrior")
    let lines = try await errorLines("1", "import", "deleted", "--format", "taskwarrior")
    #expect(lines.contains { $0.hasPrefix("docket: deleted here too: 60 items: deleted: ") })
    // The full text index asks for each row; nothing else may.
    #expect(lines.count { $0.contains(": SELECT ") && !$0.contains("openswiftdata_text_") } < 60)
    #expect(try await docket.run("list", "--count").text == "60\n")
  }

  @Test func keepsValuesPrivateUnlessTheyAreAskedFor() async throws {
    #expect(try await !errorLines("1", "add", "a secret").contains { $0.contains("a secret") })
    #expect(
      try await errorLines("2", "add", "a secret").contains { $0.contains("INSERT") && $0.contains("'a secret'") })
  }

  @Test func handsNoControlCharacterToATerminal() async throws {
    let lines = try await errorLines("2", "add", "\u{1b}[2Jcleared\u{9b}2J")
    #expect(lines.contains { $0.contains("cleared") })
    #expect(!lines.joined().unicodeScalars.contains { $0.properties.generalCategory == .control })
  }
}
