extension AttributeCodec {
  /// How the column looks to predicates; what only its own type can compare unless a codec says otherwise.
  static var sqlKind: SQLKind { (Self.self as? any PlainCodec.Type)?.plainKind ?? .opaque }
}

/// A codec whose columns hold values as predicates bind them.
protocol PlainCodec: AttributeCodec {
  static var plainKind: SQLKind { get }
}

extension ColumnCodec: PlainCodec {
  static var plainKind: SQLKind { SQLKind(Value.self) }
}

extension RawCodec: PlainCodec {
  static var plainKind: SQLKind { SQLKind(Value.RawValue.self) }
}

extension OptionalCodec: PlainCodec where Wrapped: PlainCodec {
  static var plainKind: SQLKind { Wrapped.plainKind }
}
