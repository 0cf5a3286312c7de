import Foundation
import Measuring

/// Measures the library against C on the same SQLite, bar by bar.
@main
enum DataBench {
  static func main() async throws {
    guard let options = try? Options(Array(CommandLine.arguments.dropFirst())) else {
      print(Options.usage)
      exit(2)
    }
    if options.touchesShelves { return try RelationshipBar.touchShelves() }
    var outcomes: [Outcome] = []
    for bar in bars where options.includes(bar.name) {
      let new = try await Counting.$bar.withValue(bar.name) { try await bar.measure(options) }
      outcomes += new
      if !options.isJSON { FileHandle.standardError.write(Data("\(bar.name) done\n".utf8)) }
    }
    let table = OutcomeTable(outcomes: outcomes)
    print(options.isJSON ? try table.json : table.text)
  }

  private static let bars: [any Bar.Type] = [
    IdentifiersBar.self, FetchBar.self, WindowBar.self, InsertBar.self, SaveBar.self, HandlerBar.self, MergeBar.self,
    PropertyBar.self, PredicateBar.self, RelationshipBar.self, BatchBar.self, ModelMemoryBar.self, TextBar.self,
  ]
}

/// One of the bars of the performance table.
protocol Bar: SendableMetatype {
  static var name: String { get }
  static func measure(_ options: Options) async throws -> [Outcome]
}
