import Foundation

/// What distinguishes a predicate from others whose trees have the same type, and the values that it captured.
///
/// The type of a tree says which nodes it has and what values they take. What else the SQL depends on is gathered here:
/// key paths, operators, and which captured values are nil. Two predicates with trees of one type and the same marks
/// have the same SQL, with their own values as its arguments.
struct PredicateShape {
  /// The variable of the predicate: the row.
  private let row: PredicateExpressions.VariableID

  /// Whether the SQL depends on nothing but the marks.
  private(set) var isFixed = true
  private(set) var marks: [Int] = []
  /// The captured values that are not nil, as they are bound, in the order in which they are translated.
  private(set) var values: [SQLiteValue] = []

  init(row: PredicateExpressions.VariableID) {
    self.row = row
    marks.reserveCapacity(8)
    values.reserveCapacity(4)
  }

  mutating func mark(_ mark: Int) { marks.append(mark) }

  /// Key paths from literals are made once; two equal ones from different places only take two places in a cache.
  mutating func mark(_ keyPath: AnyKeyPath) { marks.append(Int(bitPattern: ObjectIdentifier(keyPath))) }

  /// Any other variable would have a meaning that is not known here.
  mutating func mark(_ variable: PredicateExpressions.VariableID) { if variable != row { isFixed = false } }

  /// Takes note of a captured value; one that can't be bound is translated otherwise.
  mutating func capture(_ value: SQLiteValue?) {
    guard let value else { return isFixed = false }
    marks.append(value == .null ? 0 : 1)
    if value != .null { values.append(value) }
  }

  /// Describes the sides of an equality, which is another one for texts that can be written in several ways.
  mutating func describeEquality(_ left: some PredicateShaped, _ right: some PredicateShaped) {
    let count = values.count
    left.describe(in: &self)
    right.describe(in: &self)
    for case .text(let text) in values[count...] where !CanonicalForms.isOnlyForm(text) { isFixed = false }
  }
}

/// A node whose SQL depends only on its type and on what it tells here.
protocol PredicateShaped {
  /// Tells what `PredicateShape` gathers; the values in the order in which the translator binds them.
  func describe(in shape: inout PredicateShape)
}

/// A node that stands for the row or for something of it, and not for a captured value.
protocol RowNode: PredicateShaped {}
