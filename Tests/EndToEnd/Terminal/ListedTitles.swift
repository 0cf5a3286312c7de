import Foundation

/// A store with given titles, put there by SQL: as they are, and in the order of the list.
enum ListedTitles {
  /// Makes the store; all items are of the same long gone day.
  static func write(_ titles: [String], in directory: TemporaryDirectory) async throws {
    try await DocketProcess(in: directory).run("list")
    let first = 21_600.0 * 1461
    let rows = titles.enumerated().map { index, title in
      let hex = title.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
      return "(cast(x'\(hex)' as text), \(first - Double(index)), \(first))"
    }
    let answer = try await SQLiteShell.run(
      "insert into Item(title, timestamp, createTimestamp) values \(rows.joined(separator: ","))",
      on: directory.file("store.sqlite"))
    guard answer.isEmpty else { throw ConditionTimeout(description: answer) }
  }
}
