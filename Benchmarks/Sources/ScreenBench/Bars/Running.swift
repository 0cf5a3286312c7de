import Foundation
import Measuring

// MARK: - The start

/// From the start of the program to the first frame with rows.
enum StartBar: Bar {
  static let name = "P1"
  private static let rounds = 9

  static func measure(_ options: Options, _ stores: Stores) throws -> [Outcome] {
    let empty = try median(options, stores, 0, "add")
    var outcomes = [Outcome(name, "first frame, empty store", empty * 1e3, .milliseconds, limit: 25)]
    for count in options.sizes {
      let time = try median(options, stores, count, Marks.firstTitle)
      outcomes.append(Outcome(name, "first frame, \(count) items", time * 1e3, .milliseconds, limit: 25))
    }
    if let last = outcomes.last {
      outcomes.append(Outcome(name, "the last against the empty one", last.measured / empty / 1e3, .ratio, limit: 1.3))
    }
    let agenda = try median(options, stores, options.largest, Marks.firstHeading, filter: Marks.agenda)
    outcomes.append(
      Outcome(name, "first frame of the agenda, \(options.largest) items", agenda * 1e3, .milliseconds, limit: 25))
    return outcomes
  }

  private static func median(
    _ options: Options, _ stores: Stores, _ count: Int, _ mark: String, filter: String = ""
  ) throws -> Double {
    let store = try stores.store(count)
    return try (0..<options.times(rounds)).map { _ in
      let screen = try stores.screen(["--store", store.path, "--filter", filter])
      defer { screen.end() }
      return try screen.wait(for: mark).seconds
    }.median
  }
}

/// What tells that something is on the screen.
enum Marks {
  /// The item that all stores begin with, as long as nobody changes them.
  static let firstTitle = "Renew the certificate"
  /// The list that opens by itself, and its first heading.
  static let agenda = "is:ready sort:agenda"
  static let firstHeading = "Overdue"
  /// What is on disk.
  static let saved = "saved ✓"
  /// What stands in the last line until rows have been found.
  static let searching = "searching…"
}

// MARK: - Memory

/// The memory that the program holds.
enum MemoryBar: Bar {
  static let name = "P6"

  static func measure(_ options: Options, _ stores: Stores) throws -> [Outcome] {
    try options.sizes.flatMap { try measure($0, options, stores) }
  }

  private static func measure(_ count: Int, _ options: Options, _ stores: Stores) throws -> [Outcome] {
    let screen = try stores.screen(["--store", try stores.store(count).path])
    defer { screen.end() }
    _ = try screen.wait(for: Marks.firstTitle)
    screen.settle(.seconds(2))
    let atFirst = screen.residentMemory
    for keys in ["\u{1B}[6~", "G", "\u{1B}[5~", "g"] {
      for _ in 0..<(keys.count > 1 ? 500 : 1) {
        // Nothing comes any more at the end of the list.
        guard screen.answer(to: keys, quiet: .milliseconds(5), atMost: .milliseconds(100)) != nil else { break }
      }
      screen.settle(.milliseconds(300))
    }
    return [
      Outcome(name, "after the start, \(count) items", atFirst, .megabytes, limit: 40),
      Outcome(name, "after scrolling and both ends, \(count) items", screen.residentMemory, .megabytes, limit: 50),
    ]
  }
}

// MARK: - Commands

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
        let times = try (0..<options.times(rounds)).map { _ in try stores.docket(["--store", store] + command).seconds }
        return Outcome(
          name, "\(command.filter { $0 != "one more" }.joined(separator: " ")), \(count) items", times.median * 1e3,
          .milliseconds, limit: 15)
      }
    }
  }
}
