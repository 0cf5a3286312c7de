import Measuring

/// Another order: from the key to the last byte of the first rows.
enum OrderBar: Bar {
  static let name = "P5"
  private static let rounds = 11

  static func measure(_ options: Options, _ stores: Stores) throws -> [Outcome] {
    let screen = try stores.screen(["--store", try stores.store(options.largest).path])
    defer { screen.end() }
    _ = try screen.wait(for: Marks.firstTitle)
    screen.settle(.seconds(1))
    let reversed = (0..<rounds).compactMap { _ in screen.answer(to: "S", quiet: .milliseconds(400))?.lastRows.seconds }
    let filtered = (0..<rounds).compactMap { _ -> Double? in
      _ = screen.answer(to: "/is:done", quiet: .milliseconds(400))
      let time = screen.answer(to: "\u{15}prio:high", quiet: .milliseconds(400))?.lastRows.seconds
      for _ in 0..<2 { _ = screen.answer(to: "\u{1B}", quiet: .milliseconds(300), atMost: .seconds(1)) }
      return time
    }
    return [
      Outcome(name, "the order turned around", reversed.median * 1e3, .milliseconds, limit: 100),
      Outcome(name, "another filter", filtered.median * 1e3, .milliseconds, limit: 100),
    ]
  }
}
