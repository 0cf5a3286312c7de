import Foundation
import Measuring

// MARK: - Keys

/// From a key to the last byte of its frame, beside the same in hnb, a bare loop around curses.
enum KeyBar: Bar {
  static let name = "P2"
  private static let presses = 200
  private static let peerItems = 10_000

  static func measure(_ options: Options, _ stores: Stores) throws -> [Outcome] {
    let screen = try stores.screen(["--store", try stores.copy(options.largest).path])
    defer { screen.end() }
    _ = try screen.wait(for: Marks.firstTitle)
    let peer = try Peer.hnb.screen(min(peerItems, options.largest), stores)
    defer { peer?.end() }
    screen.settle(.seconds(2))
    let count = options.times(presses)
    let smaller = try options.sizes.filter { $0 < options.largest }.flatMap { items in
      let screen = try stores.screen(["--store", try stores.store(items).path])
      defer { screen.end() }
      _ = try screen.wait(for: Marks.firstTitle)
      screen.settle(.seconds(1))
      closePanes(screen)
      return times(screen, name, "down, \(items) items", ["j", "k"], count)
    }
    let agenda = try stores.screen([
      "--store", try stores.store(options.largest).path, "--filter", Marks.agenda,
    ])
    defer { agenda.end() }
    _ = try agenda.wait(for: Marks.firstHeading)
    agenda.settle(.seconds(2))
    closePanes(agenda)
    let ofAgenda = times(agenda, name, "down in the agenda, \(options.largest) items", ["j", "k"], count)
    let withPanes = times(
      screen, name, "down, \(options.largest) items, beside sidebar and details", ["j", "k"], count)
    closePanes(screen)
    return smaller + ofAgenda + withPanes
      + moves(screen, peer, "down, \(options.largest) items", ["j", "k"], Peer.hnb.moveKeys, count)
      + moves(screen, peer, "scrolling down, \(options.largest) items", ["j"], [Peer.hnb.moveKeys[0]], count)
      + times(screen, "P2b", "a page", ["\u{1B}[6~"], count, median: 2.5, tail: 4)
      + times(screen, "P2b", "the ends of the list", ["G", "g"], count) + toggles(screen, count) + typing(screen, count)
  }

  /// Leaves the list alone, as other programs have nothing beside theirs: hides the sidebar and the details.
  private static func closePanes(_ screen: Screen) {
    for key in ["b", "\r"] { _ = screen.answer(to: key, quiet: .milliseconds(300)) }
  }

  /// Moves both cursors in turns.
  private static func moves(
    _ screen: Screen, _ peer: Screen?, _ what: String, _ keys: [String], _ peersKeys: [String], _ count: Int
  ) -> [Outcome] {
    for key in peersKeys { _ = peer?.answer(to: key, quiet: .milliseconds(100)) }
    var (ours, theirs): ([Screen.Answer], [Screen.Answer]) = ([], [])
    let (time, theirTime) = (screen.processorTime, peer?.processorTime ?? 0)
    for turn in 0..<count {
      if let answer = screen.answer(to: keys[turn % keys.count], quiet: .milliseconds(25)) { ours.append(answer) }
      let key = peersKeys[turn % peersKeys.count]
      if let answer = peer?.answer(to: key, quiet: .milliseconds(25)) { theirs.append(answer) }
    }
    let processor = (screen.processorTime - time) / Double(count) * 1e3
    var outcomes = answers(name, what, ours)
    outcomes.append(Outcome(name, "\(what), processor for a key", processor, .milliseconds, limit: 0.5))
    outcomes.append(Outcome(name, "\(what), bytes", middle(ours.map { Double($0.bytes) }), .bytes, limit: 400))
    guard let peer else { return outcomes + [.missing(name, "\(what) against hnb: not installed")] }
    let (our, their) = (ours.map(\.last.seconds), theirs.map(\.last.seconds))
    let theirProcessor = (peer.processorTime - theirTime) / Double(count) * 1e3
    return outcomes + [
      Outcome(name, "\(what), against hnb: half", middle(our), against: middle(their), limit: 1.3),
      Outcome(name, "\(what), against hnb: 99 %", tail(our), against: tail(their), limit: 2),
      Outcome(name, "\(what), hnb's processor for a key", theirProcessor, .milliseconds),
      Outcome(name, "\(what), hnb's bytes", middle(theirs.map { Double($0.bytes) }), .bytes),
    ]
  }

  /// Presses keys in turn.
  private static func times(
    _ screen: Screen, _ bar: String, _ what: String, _ keys: [String], _ count: Int, median: Double? = nil,
    tail: Double? = nil
  ) -> [Outcome] {
    let all = (0..<count).compactMap { screen.answer(to: keys[$0 % keys.count], quiet: .milliseconds(25)) }
    return answers(bar, what, all, median: median, tail: tail)
      + [Outcome(bar, "\(what), bytes", middle(all.map { Double($0.bytes) }), .bytes)]
  }

  /// The frame that shows the change; the one that says it is saved comes later.
  ///
  /// The pause is for slow disks: a change waits for the one before.
  private static func toggles(_ screen: Screen, _ count: Int) -> [Outcome] {
    let all = (0..<count).compactMap { _ in screen.answer(to: "t", quiet: .milliseconds(250)) }
    return answers(name, "touch, first frame", all, \.first)
  }

  private static func typing(_ screen: Screen, _ count: Int) -> [Outcome] {
    _ = screen.answer(to: "e", quiet: .milliseconds(100))
    let all = (0..<max(1, count / 4)).flatMap { _ in
      ["a", "b", "\u{7F}", "\u{7F}"].compactMap { screen.answer(to: $0, quiet: .milliseconds(25)) }
    }
    _ = screen.answer(to: "\u{1B}", quiet: .milliseconds(200))
    return answers(name, "a letter while editing", all)
  }

  private static func answers(
    _ bar: String, _ what: String, _ answers: [Screen.Answer], _ time: KeyPath<Screen.Answer, Duration> = \.last,
    median: Double? = nil, tail: Double? = nil
  ) -> [Outcome] {
    let times = answers.map { $0[keyPath: time].seconds * 1e3 }
    return [
      Outcome(bar, "\(what): half", middle(times), .milliseconds, limit: median),
      Outcome(bar, "\(what): 99 %", Self.tail(times), .milliseconds, limit: tail),
    ]
  }

  private static func middle(_ values: [Double]) -> Double { values.median }
  private static func tail(_ values: [Double]) -> Double {
    values.isEmpty ? .nan : values.sorted()[values.count * 99 / 100]
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
    try options.sizes.flatMap { try measure($0, options, stores) }
  }

  private static func measure(_ count: Int, _ options: Options, _ stores: Stores) throws -> [Outcome] {
    let screen = try stores.screen(["--store", try stores.store(count).path])
    defer { screen.end() }
    _ = try screen.wait(for: Marks.firstTitle)
    // The sidebar's numbers are counted after the start, for many seconds if the file is not in memory yet; they would be
    // taken for rows.
    screen.settleUntilIdle()
    var (first, short, long): ([Double], [Double], [Double]) = ([], [], [])
    for word in words.prefix(options.times(words.count)) {
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
      + Percentiles.outcomes(name, "the first rows, \(count) items", first, limit: 16.7)
      + [Outcome(name, "letters whose first rows came later than a frame, \(count) items", late(first), .count)]
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
    let rounds = options.times(rounds) | 1
    let filtered = try filterTimes(screen, rounds)
    // An odd number, so that the cursor's item is at the end of the list then.
    let reversed = try (0..<rounds).map { _ in try rows(screen, after: "S") }
    let filteredFromEnd = try filterTimes(screen, rounds)
    return [
      ("the order turned around", reversed),
      ("another filter", filtered),
      ("another filter, the cursor's item at the end", filteredFromEnd),
    ].map { Outcome(name, $0, $1.median * 1e3, .milliseconds, limit: 100) }
  }

  private static func filterTimes(_ screen: Screen, _ rounds: Int) throws -> [Double] {
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
