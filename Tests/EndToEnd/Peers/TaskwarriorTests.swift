import Foundation
import Testing

@Suite("Taskwarrior itself", .takesTurns, .enabled(if: Peer.taskwarrior.isInstalled))
struct TaskwarriorTests {
  let directory: TemporaryDirectory
  let docket: DocketProcess

  init() throws {
    directory = try TemporaryDirectory()
    docket = DocketProcess(in: directory)
  }

  private func run(_ script: String) async throws -> DocketProcess.Result {
    let setUp = """
      mkdir tasks
      export TASKRC=$PWD/taskrc
      printf 'data.location=%s/tasks\\nconfirmation=no\\nverbose=nothing\\n' "$PWD" > taskrc
      """
    return try await docket.script(setUp + "\n" + script)
  }

  @Test func takesOurExportAndGivesItBackWithoutLoss() async throws {
    try directory.write(Data(PeerItems.json.utf8), to: "items.json")
    let result = try await run(
      """
      docket import items.json
      docket export - --format taskwarrior > ours.json
      task import ours.json < /dev/null > log 2>&1
      task export > theirs.json
      docket --store other.sqlite import theirs.json --format taskwarrior
      """)
    #expect(result.status == 0, "\(result.error)")
    let (mine, theirs) = (try await docket.items(), try await docket.items(of: directory.file("other.sqlite")))
    #expect(mine.count == 5 && mine.keys == theirs.keys)
    for (title, item) in mine {
      for key in ["uid", "notes", "state", "priority", "list", "due", "completed", "parent", "recurrence", "tags"] {
        #expect(theirs[title]?[key] == item[key], "\(title): \(key)")
      }
      // It knows no fractions of seconds.
      for key in ["created", "timestamp"] {
        #expect((theirs[title]?[key] as? String)?.prefix(19) == (item[key] as? String)?.prefix(19))
      }
    }
  }

  @Test func whatItMadeIsUnderstood() async throws {
    let result = try await run(
      """
      {
        task add project:Work.Web priority:H due:2031-05-06T17:00:00Z +ops +next Renew the '"certificate"' /now/
        task 1 annotate first
        task 1 annotate second
        task add simple
        task 2 done
        task add recur:weekly due:2031-05-06T17:00:00Z weekly
        task add gone
        task rc.confirmation=no /gone/ delete < /dev/null || true
        task list > /dev/null || true
      } > log 2>&1 < /dev/null
      task export | docket import - --format taskwarrior
      """)
    #expect(result.status == 0, "\(result.error)")
    let items = try await docket.items()
    let first = try #require(items["Renew the \"certificate\" /now/"])
    #expect(first["list"] == "Work.Web" as NSString && first["priority"] == "high" as NSString)
    #expect(first["notes"] == "first\nsecond" as NSString && Set(first["tags"] as? [String] ?? []) == ["ops", "next"])
    #expect(first["due"] == "2031-05-06T17:00:00.000Z" as NSString && first["state"] == "open" as NSString)
    #expect(items["simple"]?["state"] == "done" as NSString)
    #expect(items["weekly"]?["recurrence"] == "week" as NSString)
    #expect(items["gone"] == nil)
  }
}
