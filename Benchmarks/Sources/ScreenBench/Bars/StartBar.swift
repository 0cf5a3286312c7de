import Measuring

/// From the start of the program to the first frame with rows.
enum StartBar: Bar {
  static let name = "P1"
  private static let rounds = 9

  static func measure(_ options: Options, _ stores: Stores) throws -> [Outcome] {
    let empty = try median(stores, 0, "add")
    var outcomes = [Outcome(name, "first frame, empty store", empty * 1e3, .milliseconds, limit: 40)]
    for count in options.sizes {
      let time = try median(stores, count, Marks.firstTitle)
      outcomes.append(Outcome(name, "first frame, \(count) items", time * 1e3, .milliseconds, limit: 40))
    }
    if let last = outcomes.last {
      outcomes.append(Outcome(name, "the last against the empty one", last.measured / empty / 1e3, .ratio, limit: 1.3))
    }
    return outcomes
  }

  private static func median(_ stores: Stores, _ count: Int, _ mark: String) throws -> Double {
    let store = try stores.store(count)
    return try (0..<rounds).map { _ in
      let screen = try stores.screen(["--store", store.path])
      defer { screen.end() }
      return try screen.wait(for: mark).seconds
    }.median
  }
}

/// What tells that something is on the screen.
enum Marks {
  /// The item that all stores begin with, as long as nobody changes them.
  static let firstTitle = "Renew the certificate"
  /// What is on disk.
  static let saved = "✓"
  /// What stands in the last line until rows have been found.
  static let searching = "searching…"
}
