import Measuring

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
