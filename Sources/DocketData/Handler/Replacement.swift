/// What takes the place of a value that an item may have or not.
public enum Replacement<Value: Hashable & Sendable>: Hashable, Sendable {
  /// The item has none afterwards.
  case none
  /// The item has this one afterwards.
  case value(Value)

  /// The value, or nil.
  public var value: Value? {
    if case .value(let value) = self { value } else { nil }
  }

  /// Wraps an optional value.
  public init(_ value: Value?) { self = value.map { .value($0) } ?? .none }
}
