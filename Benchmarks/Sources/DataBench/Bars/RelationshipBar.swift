import Foundation
import Measuring
import OpenSwiftData

/// A to-many relationship of fifty owners, touched one after another.
enum RelationshipBar: Bar {
  static let name = "D10"

  private static let mark = "touching\n"
  private static let owners = 50

  static func measure(_ options: Options) throws -> [Outcome] {
    let log = try logOfStatements()
    let touched = log.components(separatedBy: mark).last ?? ""
    let queries = touched.split(separator: "\n").count { $0.contains("SELECT") }
    return [Outcome(name, "to-many of \(owners) owners, one by one", Double(queries), .queries, limit: 1)]
  }

  /// What a process that touches the relationships writes with the log of statements turned on.
  private static func logOfStatements() throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = ["--touch-shelves"]
    process.environment = ProcessInfo.processInfo.environment.merging(["OPENSWIFTDATA_SQL": "1"]) { $1 }
    let pipe = Pipe()
    process.standardError = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: output, as: UTF8.self)
  }

  static func touchShelves() throws {
    let store = try BenchmarkStore()
    try fill(store)
    let context = ModelContext(store.container)
    let shelves = try context.fetch(FetchDescriptor<Shelf>())
    FileHandle.standardError.write(Data(mark.utf8))
    let count = shelves.reduce(0) { $0 + $1.books.count }
    precondition(count == 10 * owners)
  }

  private static func fill(_ store: BenchmarkStore) throws {
    let context = ModelContext(store.container)
    for index in 0..<owners {
      let shelf = Shelf(name: "shelf \(index)")
      context.insert(shelf)
      for book in 0..<10 { context.insert(Book(title: "book \(book) of \(index)", shelf: shelf)) }
    }
    try context.save()
  }
}
