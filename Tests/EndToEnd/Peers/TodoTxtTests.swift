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
    #expect(call["tags"] as? [String] == ["phone"] && call["due"] == "2031-05-06" as NSString)
    #expect(call["created"] == "2026-01-02T00:00:00.000Z" as NSString)
  }

  // MARK: - There and back again

  /// The words of each line, in their order.
  private func words(_ file: String) throws -> [[String]] {
    String(decoding: try directory.bytes(of: file), as: UTF8.self).split(separator: "\n").map { line in
      line.split(separator: " ").map(String.init).filter { !$0.hasPrefix("uid:") }
    }
  }

  @Test func nothingButTheChangedFieldIsDifferentInItsOwnFile() async throws {
    let result = try await run(
      """
      {
        todo -t add '(D) Call Mum +Family +Clan @phone due:2031-05-06 t:2031-05-01 rec:+1m'
        todo add 'Plain h:1'
        todo add 'Paid id:7'
        todo add 'Email @bob about +Plan the day'
        todo pri 2 B
        todo -a do 3
      } > log
      cp todo.txt before.txt
      docket import todo.txt 2> notices
      docket update "$(docket list --ids Mum)" --priority high
      docket update "$(docket list --ids Plain)" --title Changed
      docket export todo.txt
      cp todo.txt after.txt
      todo list > list
      todo -a do 2 > log
      docket import todo.txt
      """)
    #expect(result.status == 0, "\(result.error)")
    #expect(
      result.text == "added 4, updated 0, unchanged 0, left out 0\nadded 0, updated 1, unchanged 3, left out 0\n")
    var before = try words("before.txt")
    try #require(before.count == 4)
    before[0] = before[0].map { $0 == "(D)" ? "(A)" : $0 }
    before[1] = before[1].map { $0 == "Plain" ? "Changed" : $0 }
    #expect(try words("after.txt") == before)
    #expect(String(decoding: try directory.bytes(of: "list"), as: UTF8.self).contains("TODO: 4 of 4 tasks shown"))
    let notices = String(decoding: try directory.bytes(of: "notices"), as: UTF8.self)
    #expect(notices.hasPrefix("docket: kept, but not understood: h 1, id 1: todo.txt: "))
  }
}
