import Foundation
import Testing

@Suite("todo.txt-cli itself", .takesTurns, .enabled(if: Peer.todotxt.isInstalled))
struct TodoTxtTests {
  let directory: TemporaryDirectory
  let docket: DocketProcess

  init() throws {
    directory = try TemporaryDirectory()
    docket = DocketProcess(in: directory)
  }

  private func run(_ script: String) async throws -> DocketProcess.Result {
    let setUp = #"""
      cat > config << 'END'
      export TODO_DIR=.
      export TODO_FILE=./todo.txt DONE_FILE=./done.txt REPORT_FILE=./report.txt
      END
      todo() { /usr/bin/todo-txt -p -d ./config "$@"; }
      """#
    return try await docket.script(setUp + "\n" + script)
  }

  @Test func listsOurExportAndGivesBackWhatItChanged() async throws {
    try directory.write(Data(PeerItems.json.utf8), to: "items.json")
    let result = try await run(
      """
      docket import items.json > /dev/null
      docket export todo.txt
      todo list
      number=$(grep -n 'Part of it' todo.txt | cut -d: -f1)
      todo -a do "$number" > log
      todo add '(B) 2026-01-02 Call Mum +Family @phone due:2031-05-06' >> log
      docket import todo.txt
      """)
    #expect(result.status == 0, "\(result.error)")
    #expect(result.text.contains("TODO: 5 of 5 tasks shown"))
    #expect(result.text.contains("added 1, updated 1, unchanged 4, left out 0\n"))
    #expect(!result.text.unicodeScalars.contains("\u{1b}"))
    let items = try await docket.items()
    #expect(items["Part of it"]?["state"] == "done" as NSString)
    let call = try #require(items["Call Mum"])
    #expect(call["priority"] == "medium" as NSString && call["list"] == "Family" as NSString)
    #expect(call["tags"] as? [String] == ["phone"] && call["due"] == "2031-05-06T23:59:59.000Z" as NSString)
    #expect(call["created"] == "2026-01-02T00:00:00.000Z" as NSString)
  }
}
