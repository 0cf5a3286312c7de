/// The rows of a ``ListView``: asked for what is visible, never for everything.
@MainActor
public protocol ListDataSource<ID>: AnyObject {
  /// What identifies a row, whatever its place.
  associatedtype ID: Hashable

  /// The number of rows.
  var count: Int { get }

  /// The identity of the row at a place.
  ///
  /// - Complexity: should be constant.
  func id(at index: Int) -> ID

  /// Draws a row. Observable models read here are watched: when one changes, this row alone is drawn again.
  func line(for id: ID, context: RowContext) -> CellLine
}
