import Foundation
import Testing

@Suite("What commands ask of SQLite", .takesTurns)
struct StatementPlanTests {
  let directory: TemporaryDirectory
  let docket: DocketProcess

  init() throws {
    directory = try TemporaryDirectory()
    docket = DocketProcess(in: directory)
  }

  /// The queries of a command, without the values.
  private func queries(_ arguments: [String]) async throws -> [String] {
    var docket = docket
    docket.environment["OPENSWIFTDATA_SQL"] = "1"
    let result = try await docket.run(bytes: arguments.map { Array($0.utf8) })
    #expect(result.status == 0, "\(result.error)")
    return result.error.split(separator: "\n").compactMap { line in
      line.firstRange(of: #/: (SELECT|UPDATE|DELETE) /#).map { String(line[line.index($0.lowerBound, offsetBy: 2)...]) }
    }
  }

  /// However many items there are, a command upon a few of them looks at no others: P10 is flat.
  ///
  /// Source: https://www.sqlite.org/eqp.html
  @Test(
    arguments: [
      "add more #home >Work", "add more --parent 2", "update 2 --priority high", "update 2 --due 2031-05-06",
      "update 2 --tag home", "update 2 --list Work", "update 2 --parent 3", "update 2 --title other", "done 2 3",
      "delete 2 3", "show 2", "list --limit 20", "list --limit 20 --sort manual", "log --limit 3", "undo", "redo",
      "reopen 4",
    ])
  func noCommandUponAFewItemsReadsAll(_ command: String) async throws {
    let rows = (1...40).map { #"{"title":"item \#($0)"}"# }.joined(separator: ",")
    try await docket.run("import", directory.write(Data("[\(rows)]".utf8), to: "items.json"))
    try await docket.run("done", "4")
    // What can be undone, and what can be done again.
    for _ in 0..<2 { try await docket.run("delete", "7"); try await docket.run("undo") }
    try await docket.run("update", "8", "--priority", "low")
    if command == "redo" { try await docket.run("undo") }
    let queries = try await queries(command.split(separator: " ").map(String.init))
    #expect(!queries.isEmpty)
    // SQLite does not begin with what nothing can match.
    for query in Set(queries) where query.contains("\"Item\"") && !query.contains("IN ()") {
      let plan = try await SQLiteShell.run("EXPLAIN QUERY PLAN \(query)", on: directory.file("store.sqlite"))
      guard plan.contains(#/SCAN (t0|Item)/#) else { continue }
      // In the order of an index it ends with the limit.
      #expect(plan.contains(#/SCAN (t0|Item) USING/#) && !plan.contains("TEMP B-TREE"), "\(query)\n\(plan)")
    }
  }
}
