import DocketConfiguration
import DocketData
import Foundation
import SwiftData
import TerminalUI
import Testing

@testable import DocketTUI

/// The list screen on a memory screen, with keys from a script.
@MainActor
final class ScreenFixture: DrawnApplication {
  let provider: DataProvider
  let memory: MemoryScreen
  let source = ScriptedSource()
  let screen: ListScreen
  let application: Application
  let clock = ManualClock()
  let wallClock = WallClock()

  /// The clock on the wall, to be set by tests.
  @MainActor final class WallClock {
    var now = ScreenFixture.now
  }

  /// Noon, so that no test runs over midnight.
  static let now: Date = {
    var parts = tm()
    var seconds = time(nil)
    localtime_r(&seconds, &parts)
    (parts.tm_hour, parts.tm_min, parts.tm_sec) = (12, 0, 0)
    return Date(timeIntervalSince1970: TimeInterval(mktime(&parts)))
  }()

  convenience init(
    _ titles: [String], width: Int = 50, height: Int = 8, createHandler: ChangeQueue.HandlerFactory? = nil,
    configuration: Configuration = Configuration(), launcher: any ChildLauncher = ProcessLauncher()
  ) async throws {
    try await self.init(
      items: titles.map { NewItem(title: $0) }, width: width, height: height, createHandler: createHandler,
      configuration: configuration, launcher: launcher)
  }

  /// - Parameter items: each is a minute older than the one before.
  init(
    items: [NewItem], width: Int = 50, height: Int = 8, createHandler: ChangeQueue.HandlerFactory? = nil,
    configuration: Configuration = Configuration(), filter: String = "", panes: PaneRule = .closed,
    launcher: any ChildLauncher = ProcessLauncher(), openers: any ChildLauncher = ScriptedChild(),
    provider: DataProvider = DataProvider(storeURL: URL(fileURLWithPath: "/dev/null")), store: URL? = nil
  ) async throws {
    self.provider = provider
    let create = try provider.dataHandlerCreator(preview: true)
    try await create().newItems(Self.aged(items))
    memory = MemoryScreen(size: Size(width: width, height: height))
    let context = try provider.modelContainer(preview: true).mainContext
    var configuration = configuration
    configuration.panes = panes
    screen = try ListScreen(
      ListScreen.Environment(
        context: context, createHandler: createHandler ?? create, configuration: configuration,
        listing: Listing(filter: filter), now: { [wallClock] in wallClock.now }, openers: openers, store: store))
    application = Application(scene: screen, screen: memory, source: source, clock: clock, launcher: launcher)
    application.start()
    // A narrow header has no room for the count.
    try await waitUntil("the list is read") { $0.contains(" of ") || (width < 40 && $0.contains("▌")) }
  }

  private static func aged(_ items: [NewItem]) -> [NewItem] {
    items.enumerated().map { index, item in
      var item = item
      item.timestamp = now.addingTimeInterval(-60 * Double(index))
      return item
    }
  }

  /// A moment so many days from the day of the tests.
  static func day(_ offset: Int, at hour: Int, minute: Int = 0) -> Date {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .current
    let day = calendar.date(byAdding: .day, value: offset, to: now) ?? now
    return calendar.date(bySettingHour: hour, minute: minute, second: 0, of: day) ?? day
  }

  /// The last second of a day, which stands for all of it.
  static func wholeDay(_ offset: Int) -> Date { day(offset, at: 23, minute: 59).addingTimeInterval(59) }

  /// The handle of an item by its title.
  func item(_ title: String) async throws -> ItemValues {
    try #require(try await elsewhere().items().first { $0.title == title })
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

  var drawing: String { memory.drawing }

  /// The lines of the list, without header and footer, without the spaces at their ends.
  var lines: [String] {
    memory.drawing.split(separator: "\n", omittingEmptySubsequences: false).dropFirst().dropLast()
      .map { String($0.replacing(/\s+$/, with: "")) }.filter { !$0.isEmpty }
  }
}

extension ScreenFixture {
  /// A press of the left button, as a terminal reports it; columns and rows from 1.
  nonisolated static func press(_ column: Int, _ row: Int) -> String {
    "\u{1b}[<0;\(column);\(row)M\u{1b}[<0;\(column);\(row)m"
  }

  /// Answers a question as somebody does who reads it first.
  func confirm() async {
    await application.idle()
    clock.advance(by: .seconds(1))
    await type("d")
  }

  /// Lets what was typed be handled though the terminal takes no frame.
  func pause() async { for _ in 0..<20 { await Task.yield() } }

  /// Lets keys wait for the item under the cursor to leave the list, which it never does.
  func awaitDepartureInVain() { screen.input.noteSaved(Waiting(screen).expectDeparture(of: screen.items.targets)) }

  /// Lets keys wait for nothing any more.
  func stopAwaiting() { Waiting(screen).forgetSaved() }
}

extension ListScreen {
  /// Whether nothing is being saved.
  var hasNoChanges: Bool { changes.jobs.isEmpty }
}

extension String {
  /// Whether the row of a title has the cursor.
  func selects(_ title: String) -> Bool {
    split(separator: "\n").contains { $0.contains("▌") && $0.contains(title) }
  }
}
