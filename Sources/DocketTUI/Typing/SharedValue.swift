/// What some items have in common: a value, or none.
enum SharedValue<Value> {
  /// All have this value, or none if it is nil.
  case one(Value?)
  /// They differ.
  case several

  func map<Other>(_ transform: (Value) -> Other) -> SharedValue<Other> {
    switch self {
    case .one(let value): .one(value.map(transform))
    case .several: .several
    }
  }
}
