/// The rows of a ``ListView``, which asks for the visible ones only, and again only for those that changed.
///
/// When rows come, go or move, ``ListView/reload(selecting:)`` is called before the next frame.
@MainActor
public protocol ListDataSource<ID>: AnyObject {
  /// Identifies a row, wherever it moves.
  associatedtype ID: Hashable & Sendable

  /// The number of rows.
  var count: Int { get }

  /// The identity of the row at an index.
  ///
  /// - Complexity: should be constant.
  func id(at index: Int) -> ID

  /// The index of a row; nil if it is not in the list.
  ///
  /// Called when a range is marked whose first row has moved.
  /// - Complexity: linear in the number of rows, unless the source knows better.
  func index(of id: ID) -> Int?

  /// The rows above which a heading takes a line, ascending; the number of rows for one below all of them.
  ///
  /// Asked for by ``ListView/reload(selecting:)``.
  var headings: [Int] { get }

  /// Draws the heading above a row.
  func heading(above row: Int, width: Int) -> CellLine

  /// The rows that there are now; called when all are marked, so that later ones are not.
  ///
  /// - Complexity: linear in the number of rows, unless the source knows better.
  func snapshot() -> RowSnapshot<ID>

  /// Reads rows at once that are about to be drawn; they are within ``count``.
  func prefetch(_ rows: Range<Int>)

  /// Draws a row without cursor and mark; when an observable model that was read here changes, this row alone is drawn
  /// again.
  ///
  /// - Parameter width: The columns of the row; longer lines are truncated, shorter ones padded.
  func line(for id: ID, width: Int) -> CellLine

  /// Writes into a drawn row that the cursor is on it, or that it is marked; where neither is, it is not called.
  ///
  /// Read no models here: the row is kept when the cursor moves on.
  func marked(_ line: CellLine, of id: ID, as state: RowState) -> CellLine
}

extension ListDataSource {
  /// None.
  public var headings: [Int] { [] }

  /// Nothing.
  public func heading(above row: Int, width: Int) -> CellLine { CellLine() }

  /// Reads nothing.
  public func prefetch(_ rows: Range<Int>) {}

  /// Leaves cursor and mark to the styles of the list.
  public func marked(_ line: CellLine, of id: ID, as state: RowState) -> CellLine { line }

  /// Searches the rows one by one.
  public func index(of id: ID) -> Int? { (0..<count).first { self.id(at: $0) == id } }

  /// Collects the identities of all rows.
  public func snapshot() -> RowSnapshot<ID> {
    let ids = Set((0..<count).lazy.map(id(at:)))
    return RowSnapshot(count: ids.count) { ids.contains($0) }
  }
}

/// Whether the cursor is on a row, and whether the row is marked.
public struct RowState: Hashable, Sendable {
  /// Whether the cursor is on it.
  public let isSelected: Bool
  /// Whether it is marked; show it in text too, not by the style alone.
  public let isMarked: Bool

  /// Whether the row is drawn as any other.
  var isPlain: Bool { !isSelected && !isMarked }
}

/// The rows that a list had at one moment: a value for any actor.
public struct RowSnapshot<ID: Hashable & Sendable>: Sendable {
  /// How many rows there were.
  public let count: Int
  private let has: @Sendable (ID) -> Bool
  private let preparation: @Sendable () -> Void

  /// Creates a snapshot of a source that needs no list of its rows for it.
  ///
  /// - Parameters:
  ///   - count: How many rows there are.
  ///   - prepare: Called off the main actor before many rows are looked up; may take time, and be called again.
  ///   - contains: Whether a row was among them; called for each visible row that is painted.
  public init(
    count: Int, prepare: @escaping @Sendable () -> Void = {}, contains: @escaping @Sendable (ID) -> Bool
  ) {
    (self.count, preparation, has) = (count, prepare, contains)
  }

  /// Whether a row was among them.
  ///
  /// - Complexity: That of the source.
  public func contains(_ id: ID) -> Bool { has(id) }

  /// Prepares fast look-ups of many rows; takes time, so not on the main actor.
  public func prepare() { preparation() }
}
