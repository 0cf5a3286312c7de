@testable import TerminalUI

/// Numbers as rows, with a count of how often a row was looked for.
@MainActor
final class CountedRows: ListDataSource {
  let count: Int
  /// By how much each row stands further down than its number says.
  var shift = 0
  private(set) var searches = 0
  /// How many rows were asked for.
  private(set) var asked = 0

  init(_ count: Int) { self.count = count }

  func id(at index: Int) -> Int {
    asked += 1
    return index - shift
  }

  func index(of id: Int) -> Int? {
    searches += 1
    return id + shift
  }

  func snapshot() -> ListSnapshot<Int> {
    let numbers = -shift..<count - shift
    return ListSnapshot(count: count) { numbers.contains($0) }
  }

  func line(for id: Int, context: RowContext) -> CellLine { CellLine("\(id)") }
}
