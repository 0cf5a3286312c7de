import DocketData
import Foundation
import Testing

@Suite("What is deleted in Taskwarrior or here is deleted in both")
struct TaskwarriorDeletionTests {
  let exchange = Exchange()
  private static let ids = (0...3).map { "11111111-2222-4333-8444-55555555555\($0)" }

  private static func task(_ number: Int, _ members: String = #""status":"pending""#) -> String {
    #"{"uuid":"\#(ids[number])","description":"t\#(number)","entry":"20261101T080000Z",\#(members)}"#
  }

  private static let deleted = #""status":"deleted","end":"20261102T080000Z""#
  private static let dayAfter = Date(timeIntervalSince1970: 1_793_692_800)
  /// After anything that the clock of the machine says.
  private static let muchLater = Date(timeIntervalSince1970: 4_000_000_000)

  @discardableResult
  private func load(_ tasks: String..., isDryRun: Bool = false) async throws -> ImportReport {
    try await exchange.world.handler().importItems(
      Data("[\(tasks.joined(separator: ",\n"))]".utf8), format: .taskwarrior,
      options: ImportOptions(isDryRun: isDryRun, now: Moment.base, calendar: Berlin.reference.calendar))
  }

  private func items() async throws -> [ItemValues] { try await exchange.world.handler().items() }
  private func titles() async throws -> [String] { try await items().map(\.title).sorted() }

  private func delete(_ title: String) async throws {
    let item = try #require(try await items().first { $0.title == title })
    try await exchange.world.handler().deleteItems(ids: [item.id])
  }

  private func task(_ number: Int) async throws -> [String: NSObject]? {
    let tasks = try await exchange.tasks().filter { $0["uuid"] == Self.ids[number] as NSString }
    #expect(tasks.count < 2)
    return tasks.first
  }

  // MARK: - There

  @Test func aTaskThatIsDeletedThereIsDeletedHere() async throws {
    try await load(Self.task(0), Self.task(1))
    let before = try exchange.world.snapshot()
    let report = try await load(Self.task(0, Self.deleted), Self.task(2), Self.task(3, Self.deleted))
    #expect(report.deleted == 1 && report.added == 1 && report.skipped.texts == ["deleted task 1"])
    #expect(try await titles() == ["t1", "t2"])
    let undone = try await exchange.world.handler().undo()
    #expect(undone == ["import 1 item, delete 1"])
    #expect(try exchange.world.snapshot() == before)
  }

  @Test func aDryRunOnlyCountsIt() async throws {
    try await load(Self.task(0))
    let report = try await load(Self.task(0, Self.deleted), isDryRun: true)
    #expect(report.deleted == 1 && report.skipped.isEmpty)
    #expect(try await titles() == ["t0"])
  }

  @Test func subitemsThatAreNotDeletedThereStay() async throws {
    func part(_ number: Int, of parent: Int) -> String {
      Self.task(number, #""status":"pending","docketparent":"\#(Self.ids[parent])""#)
    }
    try await load(Self.task(0), part(1, of: 0), part(2, of: 1), part(3, of: 2))
    let before = try exchange.world.snapshot()
    // Those in the middle are gone, one of them below the other.
    #expect(try await load(Self.task(1, Self.deleted), Self.task(2, Self.deleted)).deleted == 2)
    let items = try await items()
    let (top, rest) = (items.first { $0.title == "t0" }, items.first { $0.title == "t3" })
    #expect(items.count == 2 && rest?.parentID != nil && rest?.parentID == top?.id)
    try await exchange.world.handler().undo()
    #expect(try exchange.world.snapshot() == before)
  }

  // MARK: - There, but changed here later

  private func change(_ title: String, to new: String, at date: Date) async throws {
    let item = try #require(try await items().first { $0.title == title })
    try await exchange.world.handler().updateItems(ids: [item.id], ItemChanges(title: new), at: date)
  }

  @Test func anEditThatIsNewerThanTheDeletionIsKept() async throws {
    try await load(Self.task(0), Self.task(1))
    try await change("t0", to: "edited", at: Self.dayAfter)
    for isDryRun in [true, false] {
      let report = try await load(Self.task(0, Self.deleted), Self.task(1, Self.deleted), isDryRun: isDryRun)
      #expect(report.deleted == 1 && report.changedLater == 1 && report.skipped.isEmpty)
    }
    #expect(try await titles() == ["edited"])
  }

  /// The end of a task that was done, and deleted later, is when it was done.
  @Test func theLaterOfEndAndModifiedIsWhenItWasDeleted() async throws {
    try await load(Self.task(0))
    try await change("t0", to: "edited", at: Self.dayAfter)
    let report = try await load(Self.task(0, Self.deleted + #","modified":"20261104T080000Z""#))
    #expect(report.deleted == 1 && report.changedLater == 0)
  }

  /// Taskwarrior knows no fractions of seconds.
  @Test func aDeletionInTheSecondOfTheLastChangeDeletes() async throws {
    try await load(Self.task(0))
    try await change("t0", to: "edited", at: Self.dayAfter.addingTimeInterval(0.5))
    #expect(try await load(Self.task(0, #""status":"deleted","end":"20261103T080000Z""#)).deleted == 1)
  }

  @Test func aDeletionThatWasTakenBackHereIsNotRepeated() async throws {
    try await load(Self.task(0), Self.task(1))
    try await delete("t0")
    let file = try await exchange.export(.taskwarrior).trimmingCharacters(in: ["[", "]", "\n"])
    try await exchange.world.handler().undo(at: Self.muchLater)
    let report = try await load(file)
    #expect(report.deleted == 0 && report.changedLater == 1)
    #expect(try await titles() == ["t0", "t1"])
  }

  @Test func anImportThatIsUndoneDoesNotDeleteAgain() async throws {
    try await load(Self.task(0))
    try await load(Self.task(0, Self.deleted))
    try await exchange.world.handler().undo(at: Self.muchLater)
    let report = try await load(Self.task(0, Self.deleted))
    #expect(report.deleted == 0 && report.changedLater == 1)
    #expect(try await titles() == ["t0"])
  }

  @Test func whatWasUndoneBeforeTheDeletionDoesNotKeepIt() async throws {
    try await load(Self.task(0))
    try await delete("t0")
    try await exchange.world.handler().undo(at: Self.dayAfter)
    #expect(try await load(Self.task(0, #""status":"deleted","end":"20261104T080000Z""#)).deleted == 1)
  }

  @Test func anItemThatIsKeptLeavesTheParentThatIsDeleted() async throws {
    try await load(Self.task(0), Self.task(1, #""status":"pending","docketparent":"\#(Self.ids[0])""#))
    try await change("t1", to: "edited", at: Self.dayAfter)
    let report = try await load(Self.task(0, Self.deleted), Self.task(1, Self.deleted))
    #expect(report.deleted == 1 && report.changedLater == 1)
    let items = try await items()
    #expect(items.map(\.title) == ["edited"] && items.first?.parentID == nil)
  }

  @Test(arguments: [true, false]) func aTaskThatAFileHasTwiceIsNotAddedAndDeleted(_ isDeletedFirst: Bool) async throws {
    let (live, deleted) = (Self.task(0), Self.task(0, Self.deleted))
    let report = try await isDeletedFirst ? load(deleted, live) : load(live, deleted)
    #expect(report.added == 1 && report.deleted == 0 && report.changedLater == 0)
    #expect(try await titles() == ["t0"])
  }

  // MARK: - Here

  @Test func anItemThatIsDeletedHereIsWrittenAsDeleted() async throws {
    let members =
      #""status":"waiting","wait":"20300101T080000Z","estimate":"3.5","project":"Work","tags":["a"],"priority":"H","#
      + #""due":"20310101T080000Z","annotations":[{"entry":"20261101T080000Z","description":"secret"}]"#
    try await load(Self.task(0, members), Self.task(1))
    try await delete("t0")
    #expect(try await exchange.report(of: .taskwarrior).deleted == 1)
    let task = try #require(try await task(0))
    #expect(task["status"] == "deleted" as NSString && task["description"] == "t0" as NSString)
    // Nobody needs the rest to delete it.
    #expect(Set(task.keys) == ["uuid", "description", "status", "entry", "end"])
    #expect(try await self.task(1)?["status"] == "pending" as NSString)
    // What Taskwarrior has then is nothing new here.
    #expect(try await load(exchange.export(.taskwarrior).trimmingCharacters(in: ["[", "]", "\n"])).deleted == 0)
    #expect(try await titles() == ["t1"])
  }

  @Test func whatIsHereAgainIsNotWrittenAsDeleted() async throws {
    try await load(Self.task(0), Self.task(1))
    try await delete("t0")
    try await exchange.world.handler().undo()
    #expect(try await task(0)?["status"] == "pending" as NSString)
    try await delete("t1")
    try await load(Self.task(1))
    #expect(try await task(1)?["status"] == "pending" as NSString)
    #expect(try await exchange.report(of: .taskwarrior).deleted == 0)
  }

  @Test func anImportThatIsUndoneDeletesNothingThere() async throws {
    try await load(Self.task(0))
    try await exchange.world.handler().undo()
    #expect(try await exchange.report(of: .taskwarrior).deleted == 0)
  }

  /// Somebody may have taken it back there since.
  @Test func whatAnImportDeletedIsNotWritten() async throws {
    try await load(Self.task(0))
    try await load(Self.task(0, Self.deleted))
    #expect(try await task(0) == nil)
  }

  @Test func onlyAWholeExportToTaskwarriorHasDeletedItems() async throws {
    try await load(Self.task(0), Self.task(1))
    try await delete("t0")
    for format in InterchangeFormat.allCases where format != .taskwarrior {
      #expect(try await exchange.report(of: format).deleted == 0)
      #expect(try await !exchange.export(format).contains("t0"))
    }
    let options = ExportOptions(query: try ItemQuery("is:open"), now: Moment.base)
    let report = try await exchange.world.handler().exportItems(format: .taskwarrior, options: options) { _ in }
    #expect(report.items == 1 && report.deleted == 0)
  }

  // MARK: - Series

  private static let template = task(0, #""status":"recurring","recur":"weekly","due":"20310106T080000Z","mask":"-""#)
  private static let instance = task(
    1, #""status":"pending","recur":"weekly","due":"20310106T080000Z","parent":"\#(ids[0])","imask":"0""#)

  @Test func aSeriesThatIsDeletedHereIsDeletedWithItsTemplate() async throws {
    try await load(Self.template, Self.instance)
    try await delete("t1")
    for number in 0...1 {
      let task = try #require(try await task(number))
      #expect(task["status"] == "deleted" as NSString, "\(number)")
      // Without the last two Taskwarrior fails to import a task of a series.
      #expect(Set(task.keys) == ["uuid", "description", "status", "entry", "end", "due", "recur"], "\(number)")
    }
  }

  /// It is made of the template first, which has no instance yet.
  @Test func aTemplateWhoseInstanceIsHereIsNotDeleted() async throws {
    try await load(Self.task(0, #""status":"recurring","recur":"weekly","due":"20310106T080000Z""#))
    try await load(Self.template, Self.instance)
    #expect(try await titles() == ["t1"])
    #expect(try await task(0)?["status"] == "recurring" as NSString)
    #expect(try await task(1)?["status"] == "pending" as NSString)
  }
}
