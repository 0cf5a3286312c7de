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
      outcomes += try bar.measure(options, stores)
      FileHandle.standardError.write(Data("\(bar.name) done\n".utf8))
    }
    print(OutcomeTable(outcomes: outcomes).text)
  }

  private static let bars: [any Bar.Type] = [
    StartBar.self, KeyBar.self, BusyKeyBar.self, SearchBar.self, OrderBar.self, MemoryBar.self, SaveBar.self,
    InterchangeBar.self, RemoteBar.self, CommandBar.self, IdleBar.self, BulkBar.self,
  ]
}
