/// What makes the elements of a results collection out of its keys.
protocol ResultsSource<Element>: AnyObject {
  associatedtype Element

  /// The element at a position of the keys.
  func element(at position: Int, in keys: OrderedKeys) -> Element

  /// Makes sure that the elements of some positions are in memory.
  func prefetch(_ positions: Range<Int>, in keys: OrderedKeys)

  /// The element of an identifier, or nil if it has no row.
  func element(for identifier: PersistentIdentifier) -> Element?

  /// The identifier that a key stands for.
  func identifier(_ key: Int64) -> PersistentIdentifier
}
