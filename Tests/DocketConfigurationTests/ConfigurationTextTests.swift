import Testing

@testable import DocketConfiguration

@Suite("The text of a configuration")
struct ConfigurationTextTests {
  private func configuration(_ text: String) throws -> Configuration {
    try Configuration(text: text, path: "config.toml")
  }

  @Test func anEmptyFileIsTheDefaults() throws {
    #expect(try configuration("") == Configuration())
    #expect(try configuration("# nothing\n[keys]\n[filters]\n") == Configuration())
  }

  @Test func everyKindOfValueIsTakenOver() throws {
    let read = try configuration(
      """
      theme = "high-contrast"
      columns = ["title", "due"]
      mouse = true
      filter = "is:open #home"

      [confirm]
      delete = "never"

      [keys]
      add = "i"
      quit = ["Q", "^x ^c"]
      touch = []

      [filters]
      "at work" = "list:work"
      soon = 'due:<+7d "a phrase"'
      """)
    var expected = Configuration()
    expected.theme = .builtIn(.highContrast)
    expected.columns = [.title, .due]
    expected.mouse = true
    expected.filter = "is:open #home"
    expected.confirmDelete = .never
    expected.keys = [.add: ["i"], .quit: ["Q", "^x ^c"], .touch: []]
    expected.filters = [
      SavedFilter(name: "at work", query: "list:work"), SavedFilter(name: "soon", query: "due:<+7d \"a phrase\""),
    ]
    #expect(read == expected)
    #expect(read.keys(of: .add) == ["i"])
    #expect(read.keys(of: .touch).isEmpty)
    #expect(read.keys(of: .down) == ["j", "Down"])
  }

  @Test func namesOfSectionsMayBeWrittenWithFullStops() throws {
    #expect(try configuration("confirm.delete = \"always\"\nkeys.add = \"n\"").confirmDelete == .always)
  }

  @Test func whatIsPrintedMeansTheSame() throws {
    var odd = Configuration()
    odd.theme = .own("ocean")
    odd.themes = [
      OwnTheme(name: "ocean", base: .dark, styles: [.overdue: try #require(RoleStyle("bold #e06c75 on 236"))])
    ]
    odd.columns = [.title]
    odd.filter = "\"a \\ phrase\" #tag\ttab \u{1}"
    odd.keys = [.add: ["Z", "^x a"], .quit: []]
    odd.filters = [SavedFilter(name: "a.b \"c\"", query: "is:done"), SavedFilter(name: "日本", query: "語")]
    for configuration in [Configuration(), odd] {
      var read = try Configuration(text: configuration.text, path: "printed")
      // The keys are printed in full.
      read.keys = read.keys.filter { $0.value != $0.key.entry.keys }
      #expect(read == configuration)
    }
  }

  @Test func aKeyThatACommandWasGivenIsTakenFromTheOneThatUsuallyHasIt() throws {
    let given = try configuration("keys.add = [\"d\", \"a\"]")
    #expect(given.keys(of: .add) == ["d", "a"] && given.keys(of: .delete).isEmpty)
    // What is printed is understood again.
    let read = try configuration(given.text)
    #expect(Command.allCases.allSatisfy { read.keys(of: $0) == given.keys(of: $0) })
  }

  @Test func everyOptionIsPrintedBelowItsComment() {
    let text = Configuration().text
    for option in ConfigurationOption.all {
      // A long one goes on in another line.
      let words = "# \(option.summary)\n".replacing("\n# ", with: "\n")
      #expect(text.replacing("\n# ", with: "\n").contains(words.dropFirst(2)), "\(option.name)")
      #expect(text.contains("\n# \(option.values)\n"), "\(option.name)")
    }
  }
}
