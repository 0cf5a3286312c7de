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
