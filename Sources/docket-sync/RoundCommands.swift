import ArgumentParser
import Foundation
import OpenSwiftDataSync

/// `docket sync now`: one round.
struct NowCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "now", abstract: "Send and receive once.",
    discussion: "For cron. What is wrong with the batches of one machine is said and holds up that machine only.")

  @OptionGroup var store: StoreOptions

  func run() async throws {
    let report = try await SyncSession(store).round()
    print(report.words)
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

  private struct Answer: Encodable {
    let space, replica, location: String
    let unsent, conflicts, setAside: Int
    let news: Bool
  }

  func run() async throws {
    let session = try SyncSession(store)
    let status = try await session.status()
    let hasNews = try await session.engine.hasUndrained()
    if json {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      let answer = Answer(
        space: "\(status.space)", replica: "\(status.replica)", location: status.location, unsent: status.unsent,
        conflicts: status.conflicts, setAside: status.setAside, news: hasNews)
      print(String(decoding: try encoder.encode(answer), as: UTF8.self))
      return
    }
    let lines = [
      ("meets at", status.location), ("space", "\(status.space)"), ("this store", "\(status.replica)"),
      ("to send", hasNews ? "changes since the last round" : "\(status.unsent) batches"),
      ("conflicts", "\(status.conflicts)"), ("set aside", "\(status.setAside) batches"),
    ]
    for (name, value) in lines { print("\(name.padding(toLength: 11, withPad: " ", startingAt: 0)) \(value)") }
  }
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
