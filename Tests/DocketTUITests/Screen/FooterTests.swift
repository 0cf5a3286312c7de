import DocketData
import Testing

@testable import DocketTUI

@MainActor
@Suite("The footer")
struct FooterTests {
  /// The last line, once an item was touched, which says that it is saved where there is room.
  private func footer(_ width: Int, _ height: Int, then keys: String = "") async throws -> String {
    let fixture = try await ScreenFixture(["first", "second"], width: width, height: height)
    await fixture.type("t")
    let screen = fixture.screen
    try await fixture.waitUntil("it is saved") { _ in screen.changes.status.outcome == .saved && screen.hasNoChanges }
    await fixture.type(keys)
    try await fixture.waitUntil("the list is read") { _ in screen.items.rows.isCurrent }
    return fixture.drawing.split(separator: "\n").last.map(String.init) ?? ""
  }

  @Test func keepsAddDoneSearchAndHelpBesideWhatIsSaved() async throws {
    #expect(try await footer(40, 10).hasPrefix(" a add  Space done  / search  ? help  ✓"))
    #expect(try await footer(30, 8).hasPrefix(" a add  Space  /  ? help    ✓"))
    #expect(try await footer(20, 3).hasPrefix(" a  Space  /  ?   ✓"))
  }

  @Test func saysNothingOfWhatWasSavedBesideALineThatIsTyped() async throws {
    #expect(try await footer(80, 10, then: "a").hasSuffix("Enter save  Esc cancel  Tab complete"))
  }

  @Test func keepsTheirKeysBesideTheWayOutOfASearch() async throws {
    #expect(try await footer(30, 8, then: "/first\r").hasPrefix(" Esc  n  a  Space  /  ?"))
    #expect(try await footer(20, 4, then: "/first\r").hasPrefix(" Esc  a  Space  /  ?"))
  }

  @Test func keepsTheirKeysInTheDetailAndWithASelection() async throws {
    #expect(try await footer(40, 10, then: "\r").hasPrefix(" Enter close  Tab  j  a  Space  /  ?"))
    #expect(try await footer(80, 20, then: "\r\t").contains("  a add  Space done  / search  ? help"))
    #expect(try await footer(40, 10, then: "x").hasPrefix(" Esc unselect  a  Space  /  ? help"))
  }

  /// Nothing is done there.
  @Test func keepsAddSearchAndHelpInTheSidebar() async throws {
    #expect(try await footer(40, 10, then: "b").contains("  a  /  ?"))
    #expect(try await footer(80, 20, then: "b").contains("  a add  / search  u undo  ? help"))
  }

  @Test func saysThatItIsSavedWhereThereIsRoom() async throws {
    #expect(try await footer(80, 10).hasSuffix("? help  q quit  saved ✓"))
  }

  @Test func keepsTheWayOutOfASearch() async throws {
    #expect(try await footer(40, 10, then: "/").hasPrefix(" Enter go to the list  Esc clear"))
    #expect(try await footer(40, 10, then: "/first\r").hasPrefix(" Esc clear  n next  a  Space  /  ?"))
  }
}
