import Foundation
import Measuring
import OpenSwiftDataSync

/// Measures how fast stores are kept equal, and what that takes of a store, bar by bar.
@main
enum SyncBench {
  static func main() async throws {
    guard let options = try? Options(Array(CommandLine.arguments.dropFirst())) else {
      print(Options.usage)
      exit(2)
    }
    var outcomes: [Outcome] = []
    for round in 0..<options.rounds {
      let new = try await SyncRounds(options).measure()
      outcomes = round == 0 ? new : zip(outcomes, new).map { $0.measured <= $1.measured ? $0 : $1 }
      if !options.isJSON { FileHandle.standardError.write(Data("round \(round + 1) done\n".utf8)) }
    }
    let table = OutcomeTable(outcomes: outcomes)
    print(options.isJSON ? try table.json : table.text)
  }
}

/// The command line.
struct Options {
  /// How many items the stores have.
  var rows = 100_000
  /// How often all is measured; the best of each counts.
  var rounds = 3
  /// How many rows a transaction of the engine has, about.
  var transactionLimit = SyncConfiguration().transactionLimit
  var isJSON = false
  /// Whether only the first push and the first pull are measured, for a profile of them.
  var isFirstOnly = false

  static let usage = "usage: sync-bench [--rows N] [--rounds N] [--transaction ROWS] [--first-only] [--json]"

  enum Failure: Error { case usage }

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--rows": rows = try Self.number(rest.popFirst())
      case "--rounds": rounds = try Self.number(rest.popFirst())
      case "--transaction": transactionLimit = try Self.number(rest.popFirst())
      case "--json": isJSON = true
      case "--first-only": isFirstOnly = true
      default: throw Failure.usage
      }
    }
  }

  private static func number(_ text: String?) throws -> Int {
    guard let number = text.flatMap({ Int($0) }), number > 0 else { throw Failure.usage }
    return number
  }
}
