import Testing

@testable import DocketConfiguration

@Suite("Hooks and commands of one's own in the configuration")
struct ProgramsConfigurationTests {
  private func configuration(_ text: String) throws -> Configuration { try Configuration(text: text, path: "c.toml") }

  private func error(_ text: String) -> String? {
    do throws(ConfigurationError) {
      _ = try Configuration(text: text, path: "c.toml")
      return nil
    } catch {
      return error.description
    }
  }

  @Test func hooksAreProgramsOrListsOfWords() throws {
    let read = try configuration(
      "[hooks]\nadded = \"~/bin/post it\"\ndone = [\"notify\", \"-x\"]\ndeleted = []\ntimeout = 2.5\n[remind]\nhour = 8\nbell = true"
    )
    #expect(read.hooks.added == ["~/bin/post it"] && read.hooks.done == ["notify", "-x"] && read.hooks.deleted == [])
    #expect(read.hooks.timeout == 2.5 && read.reminders.hour == 8 && read.reminders.bell)
    #expect(try configuration(read.text).text == read.text)
  }

  @Test func ownCommandsHaveAProgramAKeyAndWords() throws {
    let read = try configuration(
      """
      [commands.post]
      run = ["curl", "-d", "@-"]
      key = ["B", "g p"]
      title = "post it"
      help = "post the items"
      [commands.look]
      run = "less"
      terminal = true
      [keys]
      bottom = []
      """)
    #expect(read.commands.map(\.name) == ["look", "post"])
    #expect(read.commands[0].title == "look" && read.commands[0].terminal && read.commands[0].keys.isEmpty)
    #expect(read.commands[1].keys == ["B", "g p"])
    #expect(try configuration(read.text).text == read.text)
  }

  @Test func whatIsWrongIsSaidWithItsPlaceAndWhatToDo() {
    let cases = [
      (
        "[hooks]\nadded = 1",
        "\"hooks.added\" must be a program in quotation marks, or a list of it and its arguments: c.toml:2:1"
      ),
      ("[hooks]\nadded = \"\"", "\"hooks.added\" has no program: [] is for none: c.toml:2:1"),
      (
        "[hooks]\nadded = \"notify -x\"",
        "\"hooks.added\" must be a list if there are arguments: [\"program\", \"argument\"]: c.toml:2:1"
      ),
      (
        "[hooks]\nadded = \"./here\"",
        "\"hooks.added\" must be a name to be found in PATH, or a path that begins with / or ~/: c.toml:2:1"
      ),
      (
        "[hooks]\nadded = [\"a\", \"\\u0000\"]",
        "the file has an escaped NUL character, which no value can have: c.toml"
      ),
      ("[hooks]\nmoved = \"x\"", "\"hooks.moved\" isn't an option: c.toml:2:1"),
      (
        "[hooks]\ntimeout = 0",
        "\"hooks.timeout\" must be a number from 0.1 to 3600, without quotation marks: c.toml:2:1"
      ),
      ("[remind]\nhour = 24", "\"remind.hour\" must be a number from 0 to 23, without quotation marks: c.toml:2:1"),
      (
        "[commands.post]\nkey = \"B\"",
        "\"commands.post\" has no program: add run = [\"program\", \"argument\"]: c.toml:1:1"
      ),
      ("[commands]\npost = \"x\"", "\"commands.post\" must be a section, with \"run\" at least: c.toml:2:1"),
      (
        "[commands.post]\nrun = \"x\"\nwait = 1",
        "\"commands.post.wait\" isn't an option of a command: run, key, title, help or terminal: c.toml:3:1"
      ),
      (
        "[commands.post]\nrun = \"x\"\ntitle = \"a\\u001bb\"",
        "\"commands.post.title\" must be at most 60 visible characters in quotation marks: c.toml:3:1"
      ),
      (
        "[commands.delete]\nrun = \"x\"",
        "\"commands.delete\" is the name of a command that docket has: choose another one: c.toml:1:1"
      ),
      (
        "[commands.post]\nrun = \"x\"\nkey = \"a\"",
        "\"commands.post.key\" and \"keys.add\" have the same key \"a\": give one of them another: c.toml:3:1"
      ),
      (
        "[commands.a]\nrun = \"x\"\nkey = \"B\"\n[commands.b]\nrun = \"x\"\nkey = \"B\"",
        "\"commands.b.key\" and \"commands.a\" have the same key \"B\": give one of them another: c.toml:6:1"
      ),
    ]
    for (text, message) in cases { #expect(error(text) == message) }
  }

  @Test(arguments: ["a.b", "a b", "a\\nb", "\\u001b[31m", "$(x)", "../x", "-x", "", "ä", "a;b"])
  func namesThatAreNoneAreRefused(_ name: String) {
    let found = error("[commands.\"\(name)\"]\nrun = \"x\"")
    #expect(found?.contains("isn't a name for a command: use letters, digits, - and _, 40 at most") == true)
  }

  @Test func aKeyThatWasGivenAwayIsFree() throws {
    let read = try configuration("[keys]\nadd = \"i\"\n[commands.post]\nrun = \"x\"\nkey = \"a\"")
    #expect(read.commands.first?.keys == ["a"])
  }
}
