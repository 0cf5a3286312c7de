import Measuring

/// From the end of another process's command to its item on this screen.
enum RemoteBar: Bar {
  static let name = "P9"
  private static let rounds = 15
  private static let letters = Array("αβγδεζηθικλμνξο")

  static func measure(_ options: Options, _ stores: Stores) throws -> [Outcome] {
    let store = try stores.copy(options.largest)
    let screen = try stores.screen(["--store", store.path])
    defer { screen.end() }
    _ = try screen.wait(for: Marks.firstTitle)
    screen.settle(.seconds(1))
    let times = try (0..<rounds).map { round in
      // Forgets what came before.
      screen.press("")
      // Another letter than that of the row before: what is there already is not sent again.
      let title = String(repeating: letters[round % letters.count], count: 9)
      try stores.docket(["--store", store.path, "add", title])
      let moment = ContinuousClock.now
      return max(0, try screen.wait(for: title, since: moment).seconds)
    }
    return [Outcome(name, "another process's item on the screen", times.median * 1e3, .milliseconds, limit: 50)]
  }
}
