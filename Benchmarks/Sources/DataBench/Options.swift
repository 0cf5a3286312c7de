/// The command line.
struct Options {
  /// How many rows the bars about many rows work with.
  var rows = 100_000
  /// How often each side is timed.
  var rounds = 7
  /// The bars to measure; all if empty.
  var only: Set<String> = []
  var isJSON = false
  /// Touches relationships and nothing else, for the process whose statements are counted.
  var touchesShelves = false

  static let usage = "usage: data-bench [--rows N] [--rounds N] [--only D2[,D4…]] [--json]"

  enum Failure: Error { case usage }

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--rows": rows = try Self.number(rest.popFirst())
      case "--rounds": rounds = try Self.number(rest.popFirst())
      case "--only": only.formUnion((rest.popFirst() ?? "").uppercased().split(separator: ",").map(String.init))
      case "--json": isJSON = true
      case "--touch-shelves": touchesShelves = true
      default: throw Failure.usage
      }
    }
  }

  func includes(_ bar: String) -> Bool { only.isEmpty || only.contains(bar) }

  private static func number(_ text: String?) throws -> Int {
    guard let number = text.flatMap({ Int($0) }), number > 0 else { throw Failure.usage }
    return number
  }
}
