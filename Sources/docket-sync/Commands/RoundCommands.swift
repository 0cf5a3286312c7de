import ArgumentParser
import Foundation
import OpenSwiftDataSync
import OpenSwiftDataSyncSealing

/// `docket sync now`: one round.
struct NowCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "now", abstract: "Send and receive once.",
    discussion: "For cron. What is wrong with the batches of one machine is said and holds up that machine only.")

  @OptionGroup var store: StoreOptions

  func run() async throws {
    let session = try SyncSession(store)
    var hooks = session.hooks()
    let report = try await session.round()
    hooks.launchAfterSaves()
    var (setAside, conflicts) = (0, 0)
    for space in try await session.spaces() {
      let status = try await space.status()
      setAside += status.setAside
      conflicts += try await session.conflictCount(in: space, status)
    }
    print(
      report.words
        + (conflicts > 0
          ? ", \(conflicts) \(conflicts == 1 ? "conflict" : "conflicts"), see 'docket sync conflicts'" : "")
        + (setAside > 0 ? ", \(BatchCount(setAside)) set aside, see 'docket sync status'" : ""))
    if let minutes = report.clockMinutes {
      FileHandle.standardError.write(Data("docket: \(ClockWarning(minutes: minutes))\n".utf8))
    }
    if let notice = report.upgradeNotice { throw notice }
    guard let problem = report.problems.first else { return }
    throw SyncFailure(
      .badData, problem.description, place: "batch \(problem.batch)",
      remedy: "the next round tries again; all other batches were received")
  }
}

/// `docket sync status`: how it goes.
struct StatusCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "status", abstract: "Say how far this store has come.")

  @OptionGroup var store: StoreOptions

  @Flag(help: "As JSON.")
  var json = false

  /// A space; `list` is nil for the store's own.
  private struct Answer: Encodable {
    let space, replica, location: String
    let list: String?
    let unsent, conflicts, setAside: Int
    let setAsideBatches: [SetAsideBatch]
    let news: Bool
    /// Missing if the key of the space is.
    let protection: String?
    let keyMissing: Bool
    /// Why nothing is sent or received, if that is so because of the key, or of a folder that is not there.
    let problem: String?

    init(_ space: SyncedSpace, _ session: SyncSession) async throws {
      let status = try await space.status()
      (self.space, replica, location) = ("\(status.space)", "\(status.replica)", status.location)
      list = space.list
      (unsent, setAside) = (status.unsent, status.setAside)
      conflicts = try await session.conflictCount(in: space, status)
      setAsideBatches = try await space.engine.setAside().map { SetAsideBatch(batch: "\($0.batch)", reason: "\($0)") }
      news = try await space.engine.hasUndrained()
      let known = Result { try session.space(of: status, list: space.list) }
      protection = try? known.get().protection.word
      keyMissing = (try? session.keys.space(status.space)) == .some(nil)
      problem = known.failure?.reason ?? status.missingFolder.map { "\($0)" }
    }
  }

  private struct SetAsideBatch: Encodable {
    let batch, reason: String
  }

  /// As many of the batches that are set aside are named.
  private static let maxNamed = 10

  func run() async throws {
    let session = try SyncSession(store)
    let spaces = try await session.spaces()
    if json {
      var answers: [Answer] = []
      for space in spaces { answers.append(try await Answer(space, session)) }
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      print(String(decoding: try encoder.encode(answers), as: UTF8.self))
      return
    }
    for (index, space) in spaces.enumerated() {
      if index > 0 { print() }
      let (status, hasNews) = (try await space.status(), try await space.engine.hasUndrained())
      let lines = [
        ("shares", space.list.map { $0.isEmpty ? missingList(status, session) : "the list \(VisibleLine.of($0))" }),
        ("meets at", status.location), ("problem", status.missingFolder.map { "\($0)" }), ("space", "\(status.space)"),
        ("payloads", protection(of: space, status, session)), ("this store", "\(status.replica)"),
        ("to send", hasNews ? "changes since the last round" : "\(BatchCount(status.unsent))"),
        ("conflicts", "\(try await session.conflictCount(in: space, status))"),
        ("set aside", "\(BatchCount(status.setAside))"),
      ]
      for case (let name, let value?) in lines {
        print("\(name.padding(toLength: 11, withPad: " ", startingAt: 0)) \(value)")
      }
      for problem in try await space.engine.setAside().prefix(Self.maxNamed) {
        print("  batch \(problem.batch): \(problem)")
      }
    }
  }

  /// What others than the space's members see of what is sent, or what is wrong with the key.
  private func protection(of space: SyncedSpace, _ status: SyncStatus, _ session: SyncSession) -> String {
    do { return try session.space(of: status, list: space.list).protection.word } catch {
      return "nothing is sent or received: \(error.reason)"
    }
  }

  private func missingList(_ status: SyncStatus, _ session: SyncSession) -> String {
    guard let name = try? session.keys.space(status.space)?.name else { return "a list that is not here" }
    return "the list \(VisibleLine.of(name)), which is not here"
  }
}

extension SyncStatus {
  /// That the folder where it is met is not there; nil for a database, which only a round asks.
  fileprivate var missingFolder: FolderRemoteError? {
    guard case .folder(let path) = Location(location), !FileManager.default.fileExists(atPath: path) else { return nil }
    return .missing(path: path)
  }
}

extension Result {
  fileprivate var failure: Failure? { if case .failure(let error) = self { error } else { nil } }
}

extension SpaceProtection {
  /// What stands in the status.
  fileprivate var word: String { isReadable ? "readable" : "sealed" }
}

/// `docket sync run`: rounds until it is ended.
struct RunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Send and receive until ended.",
    discussion: "What is saved here is sent at once; a folder is looked at every second.")

  @OptionGroup var store: StoreOptions

  @Flag(help: ArgumentHelp("Print each state as a line of JSON, and end with standard input.", visibility: .hidden))
  var report = false

  func run() async throws {
    let session = try SyncSession(store)
    try await SyncLoop(session, reports: report).run()
  }
}
