import Measuring

/// Commands upon all of a hundred thousand items.
enum BulkBar: Bar {
  static let name = "P12"
  private static let count = 100_000

  static func measure(_ options: Options, _ stores: Stores) throws -> [Outcome] {
    try [
      ("done", [" "]), ("raise the priority", ["p"]), ("tag", ["#", "everything", "\r"]), ("delete", ["d", "d"]),
    ].flatMap { what, keys in try measure(what, keys, stores) }
  }

  private static func measure(_ what: String, _ keys: [String], _ stores: Stores) throws -> [Outcome] {
    let screen = try stores.screen(["--store", try stores.copy(count).path])
    defer { screen.end() }
    _ = try screen.wait(for: Marks.firstTitle)
    screen.settle(.seconds(1))
    _ = screen.answer(to: "*", quiet: .milliseconds(500))
    for key in keys.dropLast() { _ = screen.answer(to: key, quiet: .milliseconds(200)) }
    let done = screen.answer(to: keys.last ?? "", quiet: .seconds(2), atMost: .seconds(120))
    let undone = screen.answer(to: "u", quiet: .seconds(2), atMost: .seconds(120))
    return [
      Outcome(name, "\(what), \(count) items", (done?.last.seconds ?? .nan) * 1e3, .milliseconds, limit: 1_500),
      Outcome(name, "its undo", (undone?.last.seconds ?? .nan) * 1e3, .milliseconds, limit: 1_500),
    ]
  }
}
