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

  // MARK: - There and back again

  /// A database with everything that Docket has no place for, in a time zone whose days don't begin with those of UTC.
  ///
  /// A project and a tag are there in two spellings.
  private static let database = """
    export TZ=Europe/Berlin
    printf 'uda.estimate.type=numeric\\nuda.where.type=string\\nuda.review.type=date\\n' >> taskrc
    {
      task add first project:work.web +OPS
      task add full project:Work.Web priority:H due:2031-05-06 +ops wait:2030-01-01 scheduled:2030-02-01 \\
        until:2035-01-01 depends:1 estimate:3.5 where:'"home" ünï' review:2031-01-01T10:00
      task full annotate one
      task full annotate two
      task add recur:monthly due:2031-01-31 estimate:1 rent
      task add due:eom end of month
      task first start
      task add finished
      task finished done
      task add gone
      task gone delete
      task list
      task waiting
    } > log 2>&1 < /dev/null
    task export > before.json
    """

  /// The tasks of an export by their identifiers, without what Taskwarrior reckons.
  private func tasks(_ file: String) throws -> [String: [String: NSObject]] {
    let tasks = try JSONSerialization.jsonObject(with: directory.bytes(of: file)) as? [[String: NSObject]] ?? []
    return Dictionary(
      tasks.map { task in
        (task["uuid"] as? String ?? "", task.filter { !["id", "urgency", "modified"].contains($0.key) })
      }, uniquingKeysWith: { $1 })
  }

  /// - Parameter changed: what may be different of which tasks.
  private func expectSame(but changed: [String: Set<String>]) throws {
    let (before, after) = (try tasks("before.json"), try tasks("after.json"))
    #expect(before.count == 7 && before.keys == after.keys)
    for (uuid, task) in before {
      let title = task["description"] as? String ?? ""
      for name in Set(task.keys).union((after[uuid] ?? [:]).keys) {
        let isSame = task[name] == after[uuid]?[name]
        let mayChange = changed["\(title) \(task["status"] as? String ?? "")"]?.contains(name) == true
        #expect(isSame || mayChange, "\(title) \(name): \(String(describing: after[uuid]?[name]))")
      }
    }
  }

  @Test(arguments: [
    ("--title changed", "description"), ("--priority low", "priority"), ("--due '2032-01-01 10:00'", "due"),
    ("--due none", "due"), ("--list Other", "project"), ("--tag +new", "tags"), ("--notes changed", "annotations"),
    ("--every daily", "docketrecur"), ("--start '2030-05-05 10:00'", "scheduled"), ("--start none", "scheduled wait"),
    ("--after 3", "depends"),
  ])
  func nothingButTheChangedFieldIsDifferentInItsOwnDatabase(_ option: String, _ name: String) async throws {
    let result = try await run(
      """
      \(Self.database)
      docket import before.json --format taskwarrior 2> notices
      for title in full rent; do docket update "$(docket list --ids "$title")" \(option); done
      docket export - --format taskwarrior > ours.json
      task import ours.json > log 2>&1 < /dev/null
      task export > after.json
      """)
    #expect(result.status == 0, "\(result.error)")
    #expect(result.text == "added 5, updated 0, unchanged 0, left out 0\n")
    let names = Set(name.split(separator: " ").map(String.init))
    try expectSame(but: ["full pending": names, "rent pending": names])
    let notices = String(decoding: try directory.bytes(of: "notices"), as: UTF8.self)
    #expect(
      notices.hasPrefix(
        "docket: kept, but not understood: estimate 2, review 1, start 1, until 1, wait 1, where 1: before.json: "))
    #expect(notices.contains("docket: skipped, as they are not items: deleted task 1: before.json: "))
  }

  /// Series of several instances, of which one is done and one deleted, and whatever else there is.
  @Test(arguments: ["taskrc", "empty"])
  func everyFieldComesBackInItsOwnDatabaseAndInAnEmptyOne(_ configuration: String) async throws {
    let result = try await run(
      """
      \(Self.database)
      printf 'uda.effort.type=duration\\nuda.kind.type=string\\nuda.kind.values=a,b,\\n' >> taskrc
      sed "s,tasks$,others," taskrc > empty
      mkdir others
      {
        task add recur:weekdays due:now-9d until:2035-01-01 wait:due-1d standup
        task add recur:2wks due:2031-01-31 other
        task add recur:6h due:2031-01-31T10:00 hourly
        task add wait:2030-03-03T12:34:56 effort:2h kind:b waiting depends:1,2
        task add scheduled:2030-03-03 scheduled depends:"$(task gone uuids)"
        task list
        task "$(task status:pending standup uuids | cut -d' ' -f1)" done
        task "$(task status:pending standup uuids | cut -d' ' -f2)" delete
      } >> log 2>&1 < /dev/null
      task export > before.json
      docket import before.json --format taskwarrior > /dev/null
      docket export - --format taskwarrior > ours.json
      TASKRC=$PWD/\(configuration) task import ours.json > log 2>&1 < /dev/null
      TASKRC=$PWD/\(configuration) task export > after.json
      docket import after.json --format taskwarrior
      """)
    #expect(result.status == 0, "\(result.error)")
    #expect(result.text.hasPrefix("added 0, "))
    // What was deleted is not a task any more.
    let isEmpty = configuration == "empty"
    let before = try tasks("before.json").filter { !isEmpty || $0.value["status"] != "deleted" as NSString }
    let after = try tasks("after.json")
    #expect(before.count > 16 && Set(before.keys) == Set(after.keys))
    for (uuid, task) in before {
      for name in Set(task.keys).union((after[uuid] ?? [:]).keys) {
        #expect(task[name] == after[uuid]?[name], "\(task["description"] ?? "" as NSString) \(name)")
      }
    }
  }

  @Test func whatIsDeletedOnOneSideIsDeletedOnTheOther() async throws {
    let result = try await run(
      """
      {
        task add due:2031-05-06 project:Home estimate:3 here
        task here annotate secret
        task add there
        task add recur:weekly due:2031-05-06T17:00:00Z series
        task add stays
        task list
      } > log 2>&1 < /dev/null
      task export | docket import - --format taskwarrior > /dev/null
      task there delete >> log 2>&1 < /dev/null
      task export | docket import - --format taskwarrior > /dev/null 2>&1
      docket delete $(docket list --ids 'here or series') > /dev/null
      docket export --format taskwarrior - 2> notice > ours.json
      task import ours.json >> log 2>&1 < /dev/null
      task list >> log 2>&1 < /dev/null || true
      task status:pending or status:recurring export > left.json < /dev/null
      task export | docket import - --format taskwarrior
      docket list --json > items.json
      """)
    #expect(result.status == 0, "\(result.error)")
    let left = try JSONSerialization.jsonObject(with: directory.bytes(of: "left.json")) as? [[String: NSObject]]
    #expect(left?.compactMap { $0["description"] } == ["stays" as NSString])
    let ours = String(decoding: try directory.bytes(of: "ours.json"), as: UTF8.self)
    #expect(ours.contains("here") && !ours.contains("secret") && !ours.contains("Home"))
    #expect(result.text.hasSuffix("added 0, updated 0, unchanged 1, left out 0\n"), "\(result.text)")
    #expect(try await docket.items().keys.sorted() == ["stays"])
    let notice = String(decoding: try directory.bytes(of: "notice"), as: UTF8.self)
    let words = "docket: written as deleted: 2 items that you deleted here: standard output: "
    #expect(notice.hasPrefix(words), "\(notice)")
  }

  /// Taskwarrior makes further instances meanwhile, where there are some to make.
  @Test func aSeriesGoesOnThereAsItDoesHere() async throws {
    let result = try await run(
      """
      for title in ended skipped; do task add recur:weekly due:2031-05-06T17:00:00Z $title; done > log 2>&1 < /dev/null
      task list >> log 2>&1 < /dev/null
      task export | docket import - --format taskwarrior > /dev/null
      docket end "$(docket list --ids ended)"
      docket skip "$(docket list --ids skipped)"
      docket export - --format taskwarrior | task import >> log 2>&1
      task rc.recurrence.limit=3 list >> log 2>&1 < /dev/null
      task rc.recurrence.limit=3 status:pending export > left.json < /dev/null
      task export | docket import - --format taskwarrior > /dev/null
      docket list --ids 'ended is:recurring' || true
      docket list --ids 'skipped is:recurring'
      """)
    #expect(result.status == 0, "\(result.error)")
    let left = try JSONSerialization.jsonObject(with: directory.bytes(of: "left.json")) as? [[String: NSObject]]
    func dates(_ title: String) -> [String] {
      (left ?? []).filter { $0["description"] == title as NSString }.compactMap { $0["due"] as? String }.sorted()
    }
    #expect(dates("ended") == ["20310506T170000Z"])
    let skipped = dates("skipped")
    #expect(skipped.count == 2 && skipped == ["20310513T170000Z", "20310520T170000Z"], "\(skipped)")
    // The last instance of one repeats, and nothing of the other.
    #expect(result.text.split(separator: "\n").count == 1, "\(result.text)")
  }

  /// The second time, its day comes with the attribute that says so.
  @Test func theDayGivenHereToATaskOfASeriesIsNotLostOnTheNextWay() async throws {
    let result = try await run(
      """
      printf 'uda.docketdue.type=string\\nuda.docketdue.label=Day\\n' >> taskrc
      task add recur:weekly due:2031-05-06T17:00:00Z walk > log 2>&1 < /dev/null
      task list >> log 2>&1 < /dev/null
      task export | docket import - --format taskwarrior > /dev/null
      docket update "$(docket list --ids walk)" --due 2031-05-09 > /dev/null
      for way in 1 2 3; do
        docket export - --format taskwarrior | task import >> log 2>&1
        task status:pending export > left.json < /dev/null
        grep -o '"docketdue":"[^T]*' left.json
        docket import - --format taskwarrior < left.json > /dev/null
      done
      docket update "$(docket list --ids walk)" --due 2031-05-10T08:30 > /dev/null
      docket export - --format taskwarrior | grep -c docketdue || true
      """)
    #expect(result.status == 0, "\(result.error)")
    let day = "\"docketdue\":\"2031-05-09\n"
    #expect(result.text == day + day + day + "0\n", "\(result.text)")
  }

  @Test func whatWasChangedHereAfterItsDeletionThereIsKeptAndComesBackThere() async throws {
    let result = try await run(
      """
      { task add edited; task add untouched; } > log 2>&1 < /dev/null
      task export | sed 's/"modified":"[0-9]*T/"modified":"20200101T/' > before.json
      docket import before.json --format taskwarrior > /dev/null
      docket update "$(docket list --ids edited)" --priority high > /dev/null
      for title in edited untouched; do task $title delete; done >> log 2>&1 < /dev/null
      task export |
        sed 's/"end":"[0-9]*T/"end":"20200102T/; s/"modified":"[0-9]*T/"modified":"20200102T/' > deleted.json
      docket import deleted.json --format taskwarrior 2> notice
      docket export - --format taskwarrior 2>> log | task import >> log 2>&1
      task status:pending export > left.json < /dev/null
      """)
    #expect(result.status == 0, "\(result.error)")
    #expect(try await docket.items().keys.sorted() == ["edited"])
    let notice = String(decoding: try directory.bytes(of: "notice"), as: UTF8.self)
    #expect(notice.hasPrefix("docket: deleted here too: 1 item: deleted.json: "), "\(notice)")
    #expect(notice.contains("\ndocket: not deleted, as changed here later: 1 item: deleted.json: "), "\(notice)")
    let left = try JSONSerialization.jsonObject(with: directory.bytes(of: "left.json")) as? [[String: NSObject]]
    #expect(left?.compactMap { $0["description"] } == ["edited" as NSString])
  }

  @Test func aRecurringTaskThatWasDoneHereIsDoneThere() async throws {
    let result = try await run(
      """
      \(Self.database)
      docket import before.json --format taskwarrior 2> notices
      docket done "$(docket list --ids rent)" > next
      docket export - --format taskwarrior 'is:done rent' > ours.json
      task import ours.json > log 2>&1 < /dev/null
      task export > after.json
      """)
    #expect(result.status == 0, "\(result.error)")
    try expectSame(but: ["rent pending": ["status", "end"], "rent recurring": ["mask"]])
    let done = try tasks("after.json").values.filter { $0["description"] == "rent" as NSString }
    #expect(Set(done.compactMap { $0["status"] as? String }) == ["completed", "recurring"])
    #expect(done.contains { $0["mask"] == "+" as NSString })
  }

  /// It makes the next instance only once that is due.
  @Test func aRecurringTaskThatWasDoneThereGoesOnHere() async throws {
    let result = try await run(
      """
      { task add Rent due:2031-12-01 recur:monthly; task list; task 2 done; } > log 2>&1 < /dev/null
      task export | docket import - --format taskwarrior
      docket list is:open | cut -f 4,7
      docket export - --format taskwarrior > ours.json
      task import ours.json > log 2>&1 < /dev/null
      task export | docket import - --format taskwarrior
      """)
    #expect(result.status == 0, "\(result.error)")
    let lines = result.text.split(separator: "\n")
    #expect(lines[1] == "Rent\t2032-01-01" && lines.count == 3 && lines[2].hasPrefix("added 0, updated 0"))
  }

  @Test func aRecurringTaskThatWasDoneHereGoesOnOnceInBoth() async throws {
    let result = try await run(
      """
      { task add Rent due:2031-12-01 recur:monthly; task list; } > log 2>&1 < /dev/null
      task export | docket import - --format taskwarrior > /dev/null
      docket done "$(docket list --ids is:open)" > next
      docket export - --format taskwarrior > ours.json
      { task import ours.json; task list; } > log 2>&1 < /dev/null
      task export | docket import - --format taskwarrior > /dev/null
      docket list is:open | cut -f 4,7
      task status:pending count
      task rc.verbose=nothing _get "$(task status:pending uuids).due"
      """)
    #expect(result.status == 0, "\(result.error)")
    #expect(result.text == "Rent\t2032-01-01\n1\n2032-01-01T00:00:00\n")
  }
}
