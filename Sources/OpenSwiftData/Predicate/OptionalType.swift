/// Any optional, without its type.
protocol OptionalType {
  static var wrappedType: Any.Type { get }
  /// The value inside, or nil.
  var wrappedValue: Any? { get }
}

extension Optional: OptionalType {
  static var wrappedType: Any.Type { Wrapped.self }
  var wrappedValue: Any? { self }
}

/// A type without the optional around it, if there is one.
func unwrappedType(_ type: Any.Type) -> Any.Type { (type as? any OptionalType.Type)?.wrappedType ?? type }

/// Whether a value is an optional that is nil.
func isNil(_ value: Any) -> Bool {
  guard let optional = value as? any OptionalType else { return false }
  return optional.wrappedValue == nil
}
