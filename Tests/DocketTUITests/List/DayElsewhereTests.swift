import DocketData
import Foundation
import SwiftData
import TerminalUI
import Testing

@testable import DocketTUI

/// Something that was given a day in one time zone, shown in another one: its moment lies in the day before or after.
@Suite("Days that were given in another time zone")
@MainActor
struct DayElsewhereTests {
  nonisolated static let zones = ["Pacific/Kiritimati", "Pacific/Pago_Pago"]

  private static let today = CalendarDay(ScreenFixture.now, in: .current)

  /// A screen with an item that is due on a day of another time zone.
  private func fixture(_ zone: String) async throws -> ScreenFixture {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: zone))
    let fixture = try await ScreenFixture([], width: 80, height: 14)
    let text = #"[{"title":"first","due":"\#(Self.today.text)"}]"#
    _ = try await fixture.elsewhere().importItems(
      Data(text.utf8), format: .json, options: ImportOptions(calendar: calendar))
    try await fixture.waitUntil("the item") { $0.contains("first") }
    return fixture
  }

  @Test(arguments: zones) func rowsAndDetailSayTheDay(_ zone: String) async throws {
    let fixture = try await fixture(zone)
    let row = try #require(fixture.lines.first { $0.contains("first") })
    #expect(row.hasSuffix(" today"), "\(row)")
    await fixture.type("\r")
    try await fixture.waitUntil("the detail") { $0.contains("created") }
    #expect(fixture.memory.drawing.contains(/due +today/))
  }

  @Test(arguments: zones) func theDayIsTypedAgainAsItIs(_ zone: String) async throws {
    let fixture = try await fixture(zone)
    await fixture.type("@")
    #expect(fixture.screen.layers.prompt?.field.text == Self.today.text)
  }
}
