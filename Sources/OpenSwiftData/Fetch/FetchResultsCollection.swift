/// The models of a result in their order, made only when they are looked at.
///
/// The collection holds identifiers; touching an element reads it and its neighbours in one go. A copy is cheap.
///
/// Source: SwiftData, `FetchResultsCollection`.
public struct FetchResultsCollection<Element: PersistentModel>: RandomAccessCollection {
  let keys: OrderedKeys
  private let window: ResultsWindow<Element>

  init(keys: OrderedKeys, window: ResultsWindow<Element>) {
    self.keys = keys
    self.window = window
  }

  /// The position of the first model.
  public var startIndex: Int { 0 }

  /// The position after the last model.
  public var endIndex: Int { keys.count }

  /// The model at a position.
  ///
  /// - Complexity: O(log n), and one batch of reads if it is not in memory. A model whose row is gone answers `isDeleted`.
  public subscript(position: Int) -> Element { window.model(at: position, in: keys) }

  /// The identifier at a position; nothing is read.
  ///
  /// - Complexity: O(log n).
  public func identifier(at position: Int) -> PersistentIdentifier { window.identifier(keys[position]) }

  /// Reads the models of some positions in one go, unless they are in memory.
  public func prefetch(_ positions: Range<Int>) { window.prefetch(positions.clamped(to: 0..<keys.count), in: keys) }

  /// The model of an identifier if it was looked at lately or has a row, otherwise nil.
  ///
  /// - Complexity: one look-up by key if it is not in memory.
  public func model(for identifier: PersistentIdentifier) -> Element? { window.model(for: identifier.resolved) }

  /// The position of an identifier, or nil; nothing is read.
  ///
  /// - Complexity: O(n) at worst.
  public func position(of identifier: PersistentIdentifier) -> Int? {
    let permanent = identifier.resolved
    return window.identifier(permanent.key) == permanent ? keys.firstIndex(of: permanent.key) : nil
  }
}
