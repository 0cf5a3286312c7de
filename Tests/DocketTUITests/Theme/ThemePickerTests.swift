import DocketConfiguration
import DocketData
import Testing

@testable import DocketTUI
@testable import TerminalUI

@Suite("The menu of themes")
@MainActor
struct ThemePickerTests {
  private func fixture() async throws -> ScreenFixture {
    var configuration = Configuration()
    configuration.themes = [
      OwnTheme(name: "ocean", base: .dark, styles: [.tag: try #require(RoleStyle("bold #010203"))])
    ]
    return try await ScreenFixture(
      items: [NewItem(title: "first", tags: ["home"])], width: 60, height: 20, configuration: configuration)
  }

  /// The style of the tag in the row.
  private func tag(_ fixture: ScreenFixture) -> Style? {
    let row = fixture.memory.buffer.row(1)
    return row.first { $0.glyph == Glyph("#") }?.style
  }

  private func open(_ fixture: ScreenFixture) async throws {
    await fixture.type(":theme\r")
    try await fixture.waitUntil("the menu") { $0.contains("─ Theme ") && $0.contains("✓terminal") }
  }

  @Test func showsEachThemeLiveAndTheOneBeforeAfterEscape() async throws {
    let fixture = try await fixture()
    let before = tag(fixture)
    try await open(fixture)
    await fixture.type("j")
    let dark = tag(fixture)
    #expect(dark != before)
    await fixture.type("G")
    #expect(tag(fixture)?.foreground == .rgb(1, 2, 3))
    #expect(fixture.screen.environment.look.theme == .own("ocean"))
    await fixture.escape()
    #expect(tag(fixture) == before)
    #expect(!fixture.memory.drawing.contains("keeps it"))
  }

  @Test func keepsTheOneThatIsChosenAndSaysHowToKeepItForGood() async throws {
    let fixture = try await fixture()
    try await open(fixture)
    await fixture.type("j\r")
    #expect(fixture.screen.environment.look.theme == .builtIn(.dark))
    #expect(fixture.memory.drawing.contains("theme = \"dark\" in config.toml keeps it"))
    await fixture.type("jk")
    #expect(tag(fixture)?.foreground == Roles(.dark).tag.foreground)
  }

  @Test func aRowUnderTheCursorKeepsItsColours() async throws {
    let fixture = try await fixture()
    let style = try #require(tag(fixture))
    #expect(style.foreground == Roles(.terminal).tag.foreground)
    #expect(style.background == Background.dark.selected.background)
  }

  @Test(arguments: [
    ("0;15", true), ("15;0", false), ("0;default;7", true), ("7;8", false), ("0;9", true), ("", false), ("x", false),
  ])
  func theEnvironmentSaysWhetherTheTerminalIsLight(_ value: String, _ isLight: Bool) {
    #expect((Background(environment: ["COLORFGBG": value]) == .light) == isLight)
  }
}
