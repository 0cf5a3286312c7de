import Foundation
import Measuring

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
