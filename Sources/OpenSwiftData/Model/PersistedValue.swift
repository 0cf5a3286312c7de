/// The storage of one persisted property: its value, or the fact that it has not been read from the store yet.
///
/// `@Model` declares one for every stored property; it is not meant to be used by hand.
@frozen
public enum PersistedValue<Value> {
  /// The value is in the store and has not been read.
  case fault
  /// The value is here.
  case loaded(Value)

  /// A fault whose type is that of an expression that is never evaluated.
  @inlinable
  public static func fault(of _: @autoclosure () -> Value) -> Self { .fault }
}

extension PersistedValue: Sendable where Value: Sendable {}
