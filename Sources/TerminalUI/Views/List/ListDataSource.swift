/// The rows of a ``ListView``: asked for what is visible, never for everything.
@MainActor
public protocol ListDataSource<ID>: AnyObject {
  /// What identifies a row, whatever its place.
  associatedtype ID: Hashable & Sendable

  /// The number of rows.
  var count: Int { get }

  /// The identity of the row at a place.
  ///
  /// - Complexity: should be constant.
  func id(at index: Int) -> ID

  /// The place of a row; nil if it is not in the list.
  ///
  /// Asked for when a range of rows is marked whose beginning has moved.
  /// - Complexity: linear in the number of rows, unless the source knows better.
  func index(of id: ID) -> Int?

  /// Which rows there are now: asked for when all are marked, so that none that comes later is.
  ///
  /// - Complexity: linear in the number of rows, unless the source knows better.
  func snapshot() -> ListSnapshot<ID>

  /// Draws a row. Observable models read here are watched: when one changes, this row alone is drawn again.
  func line(for id: ID, context: RowContext) -> CellLine
}

extension ListDataSource {
  /// Looks at one row after the other.
  public func index(of id: ID) -> Int? { (0..<count).first { self.id(at: $0) == id } }

  /// Lists all rows.
  public func snapshot() -> ListSnapshot<ID> {
    let ids = Set((0..<count).lazy.map(id(at:)))
    return ListSnapshot(count: ids.count) { ids.contains($0) }
  }
}
