/// The attributes and references of a row by their names.
///
/// Rows that are read together share their names, which are looked through: a dictionary for each row took longer to make
/// than the row to read.
package struct ReplicatedValues: Sendable {
  private let names: [String]
  private let values: [SQLiteValue?]

  /// No values.
  package init() { (names, values) = ([], []) }

  /// - Parameters:
  ///   - names: sorted.
  ///   - values: one for each name; nil for one that is left out.
  init(_ names: [String], _ values: [SQLiteValue?]) { (self.names, self.values) = (names, values) }

  /// The value of an attribute or reference; nil for one that is left out.
  ///
  /// - Complexity: O(properties).
  package subscript(_ name: String) -> SQLiteValue? {
    var start = 0
    return value(of: name, from: &start)
  }

  /// The same, searched from an index on, which becomes the one after it: who asks in the order of the names finds each
  /// at once.
  package func value(of name: String, from start: inout Int) -> SQLiteValue? {
    for index in start..<names.count where names[index] == name {
      start = index + 1
      return values[index]
    }
    guard start > 0 else { return nil }
    start = 0
    return value(of: name, from: &start)
  }
}
