import Foundation

/// A store with given titles, put there by SQL: as they are, and in the order of the list.
enum ListedTitles {
  /// Makes the store; all items are of the same long gone day.
  static func write(_ titles: [String], in directory: TemporaryDirectory) async throws {
    try await DocketProcess(in: directory).run("list")
    let first = 21_600.0 * 1461
    let rows = titles.enumerated().map { (Array($1.utf8).hexadecimal, first - Double($0)) }
    let answer = try await SQLiteShell.insertItems(rows, created: first, on: directory.file("store.sqlite"))
    guard answer.isEmpty else { throw ConditionTimeout(description: answer) }
  }
}
