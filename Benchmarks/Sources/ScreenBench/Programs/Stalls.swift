import Foundation
import Measuring

/// The longest turn of docket's main run loop, which the program writes to a file at its end.
struct Stalls {
  private let file: URL

  init(_ stores: Stores) { file = stores.scratch("stalls") }

  /// What the program needs to know.
  var environment: [String: String] { ["DOCKET_STALLS": file.path] }

  /// Ends the program; answers its longest turn and what that did.
  func outcome(_ bar: String, _ when: String, after screen: Screen) throws -> Outcome {
    screen.end()
    let lines = (try? String(contentsOf: file, encoding: .utf8))?.split(separator: "\n") ?? []
    guard lines.count > 1, let time = lines[1].split(separator: " ").first.flatMap({ Double($0) }),
      let used = lines[1].firstMatch(of: /, ran ([0-9.]+), ([0-9]+) page faults/)?.output
    else {
      throw Failure(what: "docket wrote no turns to \(file.path)")
    }
    let parts = lines[1].components(separatedBy: " s  ").last ?? ""
    let ran = "of which its thread ran \(used.1), with \(used.2) page faults"
    let what = "the longest turn of the main run loop, \(when), \(ran) (\(parts.replacing("|", with: "¦")))"
    return Outcome(bar, what, time, .milliseconds, limit: 16)
  }
}
