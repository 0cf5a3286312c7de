import Measuring

/// The memory that the program holds.
enum MemoryBar: Bar {
  static let name = "P6"

  static func measure(_ options: Options, _ stores: Stores) throws -> [Outcome] {
    try options.sizes.flatMap { try measure($0, stores) }
  }

  private static func measure(_ count: Int, _ stores: Stores) throws -> [Outcome] {
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
      Outcome(name, "after the start, \(count) items", atFirst, .megabytes, limit: 45),
      Outcome(name, "after scrolling and both ends, \(count) items", screen.residentMemory, .megabytes, limit: 60),
    ]
  }
}
