import DocketConfiguration
import Testing

@Suite("Styles of roles")
struct RoleStyleTests {
  @Test(arguments: [
    ("bold", "bold"), ("yellow", "yellow"), ("bold dim bright-blue on 236", "bold dim bright-blue on 236"),
    ("#E06C75 italic", "italic #e06c75"), ("on red", "on red"), ("default on default", "plain"), ("plain", "plain"),
    ("15 on 8", "bright-white on bright-black"), ("#00000f", "#00000f"),
  ])
  func areWrittenInOneWay(_ typed: String, _ text: String) throws {
    let style = try #require(RoleStyle(typed))
    #expect(style.text == text)
    #expect(RoleStyle(text) == style)
  }

  @Test(arguments: [
    "", " ", "pink", "red green", "on", "on pink", "#12345", "#1234567", "#gggggg", "256", "-1", "bold on red on blue",
  ])
  func nothingElseIsOne(_ text: String) { #expect(RoleStyle(text) == nil) }

  @Test func aThemeOfOnesOwnHasTheRestFromItsBase() throws {
    let configuration = try Configuration(
      text: """
        theme = "ocean"
        [themes.ocean]
        base = "light"
        overdue = "bold #e06c75"
        [themes.other]
        """, path: "c.toml")
    #expect(configuration.theme == .own("ocean"))
    #expect(configuration.themes.map(\.name) == ["ocean", "other"])
    #expect(configuration.themes[0].base == .light)
    #expect(configuration.themes[0].styles == [.overdue: try #require(RoleStyle("bold #e06c75"))])
  }
}
