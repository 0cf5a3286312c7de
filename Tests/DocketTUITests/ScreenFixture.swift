import DataProvider
import DocketConfiguration
import Foundation
import SwiftData
import TerminalUI
import Testing

@testable import DocketTUI

/// The list screen on a memory screen, with keys from a script.
@MainActor
final class ScreenFixture {
  let provider = DataProvider(storeURL: URL(fileURLWithPath: "/dev/null"))
  let memory: MemoryScreen
  let source = ScriptedSource()
  let screen: ListScreen
  let application: Application
  let clock = ManualClock()

  /// Noon, so that no test runs over midnight.
  static let now: Date = {
    var parts = tm()
    var seconds = time(nil)
    localtime_r(&seconds, &parts)
    (parts.tm_hour, parts.tm_min, parts.tm_sec) = (12, 0, 0)
    return Date(timeIntervalSince1970: TimeInterval(mktime(&parts)))
  }()

  init(
    _ titles: [String], width: Int = 50, height: Int = 8, createHandler: ItemActions.HandlerFactory? = nil,
    configuration: Configuration = Configuration(), launcher: any ChildLauncher = ProcessLauncher()
  ) async throws {
    let create = try provider.dataHandlerCreator(preview: true)
    let items = titles.enumerated().map {
      NewItem(title: $1, timestamp: Self.now.addingTimeInterval(-60 * Double($0)))
    }
    try await create().newItems(items)
    memory = MemoryScreen(size: Size(width: width, height: height))
    let context = try provider.modelContainer(preview: true).mainContext
    screen = try ListScreen(
      ListScreen.Environment(
        context: context, createHandler: createHandler ?? create, title: "test", configuration: configuration,
        now: { Self.now }))
    application = Application(scene: screen, screen: memory, source: source, clock: clock, launcher: launcher)
    application.start()
    try await waitUntil("the list is read") { $0.contains("\(titles.count) item") || titles.isEmpty }
  }

  /// Presses keys, and returns when all of them were handled.
  func type(_ keys: String) async {
    source.type(keys)
    await application.idle()
  }

  /// Presses Escape alone.
  func escape() async {
    await type("\u{1b}")
    clock.advance(by: .milliseconds(50))
    await application.idle()
  }

  /// Waits until the drawing is as wanted.
  func waitUntil(
    _ what: Comment, sourceLocation: SourceLocation = #_sourceLocation, _ condition: (String) -> Bool
  ) async throws {
    let deadline = DispatchTime.now() + .seconds(60)
    while !condition(memory.drawing) {
      guard DispatchTime.now() < deadline else {
        Issue.record("\(what) never came:\n\(memory.drawing)", sourceLocation: sourceLocation)
        return
      }
      await application.idle()
      await withCheckedContinuation { continuation in
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(1)) { continuation.resume() }
      }
    }
  }

  /// The handler that somebody else would use.
  func elsewhere() async throws -> DataHandler { try await provider.dataHandlerCreator(preview: true)() }

  /// The lines of the list, without header and footer, without the spaces at their ends.
  var lines: [String] {
    memory.drawing.split(separator: "\n", omittingEmptySubsequences: false).dropFirst().dropLast()
      .map { String($0.replacing(/\s+$/, with: "")) }.filter { !$0.isEmpty }
  }
}
