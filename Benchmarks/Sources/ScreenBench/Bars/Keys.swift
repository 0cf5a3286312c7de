import Foundation
import Measuring

// MARK: - Keys

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

// MARK: - Keys while items come in

/// Keys while many items come in: from the program itself, and from another process.
enum BusyKeyBar: Bar {
  static let name = "P3"
  private static let presses = 3_000

  static func measure(_ options: Options, _ stores: Stores) throws -> [Outcome] {
    try whileFilling(options, stores) + whileAnotherImports(options, stores)
  }

  private static func whileFilling(_ options: Options, _ stores: Stores) throws -> [Outcome] {
    let screen = try stores.screen(["--preview", "--items", "\(options.largest)"])
    defer { screen.end() }
    _ = try screen.wait(for: Marks.firstTitle)
    return outcomes("down, while the preview is filled", keys(screen))
  }

  private static func whileAnotherImports(_ options: Options, _ stores: Stores) throws -> [Outcome] {
    let store = try stores.copy(1_000)
    let screen = try stores.screen(["--store", store.path])
    defer { screen.end() }
    _ = try screen.wait(for: Marks.firstTitle)
    let other = try stores.begin(["--store", store.path, "import", try stores.file(options.largest).path])
    defer {
      other.terminate()
      other.waitUntilExit()
    }
    return outcomes("down, while another process imports", keys(screen))
  }

  private static func keys(_ screen: Screen) -> [Double] {
    // What comes for other reasons is no answer: the first bytes are.
    (0..<presses).compactMap { screen.answer(to: $0 % 2 == 0 ? "j" : "k", quiet: .milliseconds(10))?.first.seconds }
  }

  private static func outcomes(_ what: String, _ times: [Double]) -> [Outcome] {
    let sorted = times.sorted().map { $0 * 1e3 }
    guard let worst = sorted.last else { return [] }
    return [
      Outcome(name, "\(what): half", sorted[sorted.count / 2], .milliseconds, limit: nil),
      Outcome(name, "\(what): the worst of \(sorted.count)", worst, .milliseconds, limit: 16),
    ]
  }
}

// MARK: - Searching

/// Searching as one types: from a letter to its first rows, and to the last byte of its rows; how many there are may
/// follow.
enum SearchBar: Bar {
  static let name = "P4"
  private static let words = [
    "stone", "readings", "waterfall", "zürich", "café", "snowlight", "the", "release notes", "xyzzy", "goldmark",
    "open wood", "bluebooks", "kraków", "song east", "tidescape",
  ]

  static func measure(_ options: Options, _ stores: Stores) throws -> [Outcome] {
    try options.sizes.flatMap { try measure($0, stores) }
  }

  private static func measure(_ count: Int, _ stores: Stores) throws -> [Outcome] {
    let screen = try stores.screen(["--store", try stores.store(count).path])
    defer { screen.end() }
    _ = try screen.wait(for: Marks.firstTitle)
    screen.settle(.seconds(1))
    var (first, short, long): ([Double], [Double], [Double]) = ([], [], [])
    for word in words {
      _ = screen.answer(to: "/", quiet: .milliseconds(100))
      for (place, letter) in word.enumerated() {
        guard let answer = screen.answer(to: String(letter), quiet: .milliseconds(800)) else {
          throw Failure(what: "nothing came after “\(letter)” of “\(word)”")
        }
        first.append(answer.firstRows.seconds)
        let time = answer.lastRows.seconds
        if place < 2 { short.append(time) } else { long.append(time) }
      }
      for _ in 0..<2 { _ = screen.answer(to: "\u{1B}", quiet: .milliseconds(300), atMost: .seconds(1)) }
    }
    return Percentiles.outcomes(name, "one or two letters, \(count) items", short, limit: 150)
      + Percentiles.outcomes(name, "three and more letters, \(count) items", long, limit: 50)
      + Percentiles.outcomes(name, "the first rows, \(count) items", first, limit: nil)
      + [Outcome(name, "letters whose first rows came later than a frame", late(first), .count, limit: nil)]
  }

  /// How many times are longer than a frame of a screen that shows sixty in a second.
  private static func late(_ times: [Double]) -> Double { Double(times.count { $0 > 1.0 / 60 }) }
}

// MARK: - Orders and filters

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
