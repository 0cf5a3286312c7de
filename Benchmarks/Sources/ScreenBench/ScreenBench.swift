import Foundation
import Measuring

/// Measures docket as a whole: the program in a terminal and on the command line.
@main
enum ScreenBench {
  static func main() throws {
    guard let options = try? Options(Array(CommandLine.arguments.dropFirst())) else {
      print(Options.usage)
      exit(2)
    }
    let stores = try Stores(options)
    var outcomes: [Outcome] = []
    for bar in bars where options.includes(bar.name) {
      let new = measure(bar, options, stores)
      outcomes += new
      if !options.isJSON { print(OutcomeTable(outcomes: new).text) }
    }
    if options.isJSON { print(try OutcomeTable(outcomes: outcomes).json) }
  }

  /// A bar that fails is told, and those after it are measured.
  private static func measure(_ bar: any Bar.Type, _ options: Options, _ stores: Stores) -> [Outcome] {
    do {
      let start = StolenTime()
      let outcomes = try bar.measure(options, stores)
      return outcomes + [StolenTime().outcome(bar.name, since: start)]
    } catch {
      return [.missing(bar.name, "failed: \((error as? Failure)?.what ?? "\(error)")")]
    }
  }

  private static let bars: [any Bar.Type] = [
    StartBar.self, KeyBar.self, BusyKeyBar.self, SearchBar.self, OrderBar.self, MemoryBar.self, SaveBar.self,
    InterchangeBar.self, RemoteBar.self, CommandBar.self, IdleBar.self, BulkBar.self,
    OtherScreenBar.self, IdleSyncBar.self, ArrivalBar.self, SyncedBar.self, PeerBar.self,
  ]
}

/// One of the bars of the performance table.
protocol Bar: SendableMetatype {
  static var name: String { get }
  static func measure(_ options: Options, _ stores: Stores) throws -> [Outcome]
}
