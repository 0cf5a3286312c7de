import Measuring

/// Commands as whole processes.
enum CommandBar: Bar {
  static let name = "P10"
  private static let rounds = 11

  static func measure(_ options: Options, _ stores: Stores) throws -> [Outcome] {
    try options.sizes.flatMap { count in
      let store = try stores.copy(count).path
      let commands = [
        ["add", "one more"], ["update", "3", "--priority", "high"], ["list", "--limit", "20"], ["list", "--count"],
      ]
      return try commands.map { command in
        let times = try (0..<rounds).map { _ in try stores.docket(["--store", store] + command).seconds }
        return Outcome(
          name, "\(command.prefix(2).joined(separator: " ")), \(count) items", times.median * 1e3, .milliseconds,
          limit: 25)
      }
    }
  }
}
