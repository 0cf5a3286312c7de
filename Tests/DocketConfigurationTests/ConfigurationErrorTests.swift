import Testing

@testable import DocketConfiguration

@Suite("What is wrong with a configuration")
struct ConfigurationErrorTests {
  private static let checks = ConfigurationChecks(
    query: { $0.contains("due:nonsense") ? "\"nonsense\" isn't a date" : nil },
    keys: {
      switch $0 {
      case "Hyper": nil
      case "C-x": "^x"
      default: $0
      }
    })

  private func error(_ text: String) -> String? {
    do throws(ConfigurationError) {
      _ = try Configuration(text: text, path: "c.toml", checks: Self.checks)
      return nil
    } catch {
      return error.description
    }
  }

  private static let columns =
    "\"state\", \"priority\", \"title\", \"tags\", \"list\", \"due\", \"updated\", \"created\" or \"id\""

  @Test func isSaidWithItsPlace() {
    let cases = [
      ("colour = 1", "\"colour\" isn't an option: c.toml:1:1"),
      (
        "\n  theme = \"pink\"",
        "\"theme\" must be \"terminal\", \"dark\", \"light\", \"high-contrast\" or \"mono\", or the name of one of [themes]: c.toml:2:3"
      ),
      ("theme = 3", "\"theme\" must be a name in quotation marks: c.toml:1:1"),
      ("[themes.dark]", "\"themes.dark\" is the name of a built-in theme: choose another one: c.toml:1:1"),
      ("[themes]\nocean = 1", "\"themes.ocean\" must be a section [themes.ocean]: c.toml:2:1"),
      ("[themes.ocean]\nsea = \"blue\"", "\"themes.ocean.sea\" isn't a role of a theme: c.toml:2:1"),
      (
        "[themes.ocean]\nbase = \"dark\"\nkey = \"pinkish\"",
        "\"themes.ocean.key\" must be a style such as \"bold yellow\" or \"#e06c75 on 236\": c.toml:3:1"
      ),
      (
        "[themes.ocean]\nbase = \"sea\"",
        "\"themes.ocean.base\" must be \"terminal\", \"dark\", \"light\", \"high-contrast\" or \"mono\": c.toml:2:1"
      ),
      ("mouse = \"yes\"", "\"mouse\" must be true or false, without quotation marks: c.toml:1:1"),
      ("# x\ncolumns = [\"title\", \"title\"]", "\"columns\" names \"title\" twice: c.toml:2:1"),
      (
        "columns = \"title\"",
        "\"columns\" must be a list of \"state\", \"priority\", \"title\", \"tags\", \"list\", \"due\", \"updated\", \"created\" or \"id\": c.toml:1:1"
      ),
      (
        "filter = \"due:nonsense\"",
        "\"filter\" is a query that can't be understood: \"nonsense\" isn't a date: c.toml:1:1"
      ),
      ("[confirm]\ndelete = 1", "\"confirm.delete\" must be \"always\", \"several\" or \"never\": c.toml:2:1"),
      ("[confirm]\nquit = true", "\"confirm.quit\" isn't an option: c.toml:2:1"),
      ("confirm = 1", "\"confirm\" isn't an option: c.toml:1:1"),
      ("columns = []", "\"columns\" must have at least one of \(Self.columns): c.toml:1:1"),
      (
        "columns = [\"title\", \"colour\"]", "\"columns\" has \"colour\" that is not one of \(Self.columns): c.toml:1:1"
      ),
      ("columns = [1]", "\"columns\" has something that is not one of \(Self.columns): c.toml:1:1"),
      (
        "[keys]\nadd = \"i\"\nfly = \"f\"",
        "\"keys.fly\" isn't a command: the default file of docket config --print has all of them: c.toml:3:1"
      ),
      (
        "[keys]\nadd = [\"i\", \"Hyper\"]",
        "\"keys.add\" has \"Hyper\", which isn't a key: keys are written a, ^a, M-a, Space, F1: c.toml:2:1"
      ),
      ("[keys]\nadd = 1", "\"keys.add\" must be a key in quotation marks, or a list of such: c.toml:2:1"),
      ("[keys]\nadd = [\"i\", \"i\"]", "\"keys.add\" names \"i\" twice: c.toml:2:1"),
      (
        "[keys]\nadd = \"i\"\nundo = [\"U\", \"i\"]",
        "\"keys.undo\" and \"keys.add\" have the same key \"i\": give one of them another: c.toml:3:1"
      ),
      (
        "[keys]\nadd = \"^x\"\nundo = \"C-x\"",
        "\"keys.undo\" and \"keys.add\" have the same key \"^x\": give one of them another: c.toml:3:1"
      ),
      ("[filters]\nx = [1]", "\"filters.x\" must be a query in quotation marks: c.toml:2:1"),
      (
        "[filters]\ngood = \"a\"\nbad = \"due:nonsense\"",
        "\"filters.bad\" is a query that can't be understood: \"nonsense\" isn't a date: c.toml:3:1"
      ),
      ("keys = 3", "\"keys\" must be a section: c.toml:1:1"),
    ]
    for (text, message) in cases { #expect(error(text) == message) }
  }

  private func errors(_ text: String) -> [String] {
    do throws(ConfigurationError) {
      _ = try Configuration(text: text, path: "c.toml", checks: Self.checks)
      return []
    } catch {
      return error.all.map(\.description)
    }
  }

  @Test func allOfItIsSaidInTheOrderOfTheFile() {
    let found = errors(
      """
      theme = "pink"
      columns = ["title", "colour"]
      [keys]
      undo = "Hyper"
      fly = "f"
      add = 1
      [filters]
      b = "due:nonsense"
      a = 3
      [confirm]
      delete = "maybe"
      """)
    let places = found.map { $0.split(separator: " ")[0] + " " + $0.split(separator: " ").last! }
    #expect(
      places == [
        "\"theme\" c.toml:1:1", "\"columns\" c.toml:2:1", "\"keys.undo\" c.toml:4:1", "\"keys.fly\" c.toml:5:1",
        "\"keys.add\" c.toml:6:1", "\"filters.b\" c.toml:8:1", "\"filters.a\" c.toml:9:1",
        "\"confirm.delete\" c.toml:11:1",
      ])
    #expect(errors("theme = \"dark\"").isEmpty)
  }

  @Test func brokenSyntaxIsPlacedByTheParser() {
    let found = error("theme = \"dark\"\nmouse = = true\n")
    #expect(found?.hasPrefix("the file is not TOML: ") == true, "\(found ?? "")")
    #expect(found?.hasSuffix(": c.toml:2:9") == true, "\(found ?? "")")
  }

  @Test func bytesThatAreNoTextAreRefused() {
    #expect(error("theme = \"dark\"\0\nmouse = 7") == "the file has a NUL byte, so it isn't text: c.toml")
  }
}
