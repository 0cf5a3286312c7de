import Foundation

/// The command line.
struct Options {
  /// The program that is measured.
  var docket = "../.build/release/docket"
  /// Where the stores are, and stay for the next time.
  var directory = FileManager.default.temporaryDirectory.appendingPathComponent("screen-bench").path
  /// How many items the stores have; most bars use the largest one.
  var sizes = [10, 1_000, 10_000, 100_000, 1_000_000]
  /// The bars to measure; all if empty.
  var only: Set<String> = []
  /// Whether to press fewer keys, to see that all of it works.
  var isQuick = false
  var isJSON = false

  static let usage = """
    usage: screen-bench [--docket PROGRAM] [--directory DIRECTORY] [--sizes 10,1000,…] [--only P2[,P4…]] [--quick] [--json]
    """

  enum Failure: Error { case usage }

  var largest: Int { sizes.max() ?? 0 }

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--quick":
        isQuick = true
        continue
      case "--json":
        isJSON = true
        continue
      default: break
      }
      guard let value = rest.popFirst() else { throw Failure.usage }
      switch argument {
      case "--docket": docket = value
      case "--directory": directory = value
      case "--sizes": sizes = value.split(separator: ",").compactMap { Int($0) }
      case "--only": only.formUnion(value.uppercased().split(separator: ",").map(String.init))
      default: throw Failure.usage
      }
    }
    guard !sizes.isEmpty else { throw Failure.usage }
    docket = URL(fileURLWithPath: docket).path
  }

  /// How often something is done that is done this often in earnest.
  func times(_ count: Int) -> Int { isQuick ? max(3, count / 20) : count }

  func includes(_ bar: String) -> Bool { only.isEmpty || only.contains(bar) }
}
