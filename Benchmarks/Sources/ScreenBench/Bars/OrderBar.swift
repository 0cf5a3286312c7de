import Measuring

/// Another order or filter: from the key to the last byte of the first rows.
enum OrderBar: Bar {
  static let name = "P5"
  private static let rounds = 11

  static func measure(_ options: Options, _ stores: Stores) throws -> [Outcome] {
    let screen = try stores.screen(["--store", try stores.store(options.largest).path])
    defer { screen.end() }
    _ = try screen.wait(for: Marks.firstTitle)
    screen.settle(.seconds(1))
    let filtered = try filterTimes(screen)
    // An odd number, so that the cursor's item is at the end of the list then.
    let reversed = try (0..<rounds).map { _ in try rows(screen, after: "S") }
    let filteredFromEnd = try filterTimes(screen)
    return [
      ("the order turned around", reversed),
      ("another filter", filtered),
      ("another filter, the cursor's item at the end", filteredFromEnd),
    ].map { Outcome(name, $0, $1.median * 1e3, .milliseconds, limit: 100) }
  }

  private static func filterTimes(_ screen: Screen) throws -> [Double] {
    try (0..<rounds).map { _ in
      _ = try rows(screen, after: "/is:done")
      let time = try rows(screen, after: "\u{15}prio:high")
      for _ in 0..<2 { _ = screen.answer(to: "\u{1B}", quiet: .milliseconds(300), atMost: .seconds(1)) }
      return time
    }
  }

  private static func rows(_ screen: Screen, after keys: String) throws -> Double {
    guard let answer = screen.answer(to: keys, quiet: .milliseconds(400)) else {
      throw Failure(what: "nothing came after “\(keys)”")
    }
    return answer.lastRows.seconds
  }
}
