import Measuring

/// From a key to the last byte of its frame.
enum KeyBar: Bar {
  static let name = "P2"
  private static let presses = 200

  static func measure(_ options: Options, _ stores: Stores) throws -> [Outcome] {
    let screen = try stores.screen(["--store", try stores.copy(options.largest).path])
    defer { screen.end() }
    _ = try screen.wait(for: Marks.firstTitle)
    screen.settle(.seconds(2))
    return times(screen, "down", ["j"]) + times(screen, "up", ["k"]) + times(screen, "page", ["\u{1B}[6~"])
      + times(screen, "the ends of the list", ["G", "g"]) + toggles(screen) + typing(screen)
  }

  /// Presses keys in turn.
  static func times(_ screen: Screen, _ what: String, _ keys: [String]) -> [Outcome] {
    let answers = (0..<presses).compactMap { screen.answer(to: keys[$0 % keys.count], quiet: .milliseconds(25)) }
    let bytes = answers.map(\.bytes).sorted()
    return outcomes(what, answers.map(\.last.seconds))
      + [Outcome(name, "\(what): bytes", Double(bytes[bytes.count / 2]), .bytes, limit: nil)]
  }

  /// The frame that shows the change; the one that says it is saved comes later.
  private static func toggles(_ screen: Screen) -> [Outcome] {
    let answers = (0..<presses).compactMap { _ in screen.answer(to: "t", quiet: .milliseconds(40)) }
    return outcomes("touch, first frame", answers.map(\.first.seconds))
  }

  private static func typing(_ screen: Screen) -> [Outcome] {
    _ = screen.answer(to: "e", quiet: .milliseconds(100))
    let answers = (0..<presses / 4).flatMap { _ in
      ["a", "b", "\u{7F}", "\u{7F}"].compactMap { screen.answer(to: $0, quiet: .milliseconds(25)) }
    }
    _ = screen.answer(to: "\u{1B}", quiet: .milliseconds(200))
    return outcomes("a letter while editing", answers.map(\.last.seconds))
  }

  private static func outcomes(_ what: String, _ times: [Double]) -> [Outcome] {
    let sorted = times.sorted().map { $0 * 1e3 }
    guard !sorted.isEmpty else { return [] }
    return [
      Outcome(name, "\(what): half", sorted[sorted.count / 2], .milliseconds, limit: 0.8),
      Outcome(name, "\(what): 99 %", sorted[sorted.count * 99 / 100], .milliseconds, limit: 2),
    ]
  }
}
