import DocketLocking

/// Which key paths of enumerations lead to their raw values.
///
/// A key path does not say which property it names, so the cases are asked: what gives the raw value of each case is
/// the raw value.
enum RawValueKeyPaths {
  private struct Cache: @unchecked Sendable {
    // Sound: key paths of computed properties without captures are immutable; only the mutex hands the table out.
    var answers: [AnyKeyPath: Bool] = [:]
  }

  private static let cache = Lock(Cache())

  /// False if the type does not list its cases: then nobody can tell.
  static func isRawValue<Raw: RawRepresentable>(_ keyPath: AnyKeyPath, of type: Raw.Type) -> Bool {
    if let answer = cache.withLock({ $0.answers[keyPath] }) { return answer }
    let answer = (type as? any CaseIterable.Type).map { givesRawValue(keyPath, $0) } ?? false
    cache.withLock { [key = Key(keyPath)] in $0.answers[key.keyPath] = answer }
    return answer
  }

  private struct Key: @unchecked Sendable {
    // Sound: see `Cache`.
    let keyPath: AnyKeyPath
    init(_ keyPath: AnyKeyPath) { self.keyPath = keyPath }
  }

  private static func givesRawValue<Cases: CaseIterable>(_ keyPath: AnyKeyPath, _: Cases.Type) -> Bool {
    Cases.allCases.allSatisfy { value in
      guard let raw = value as? any RawRepresentable, let given = value[keyPath: keyPath] else { return false }
      return isRawValue(given, raw)
    }
  }

  private static func isRawValue<Raw: RawRepresentable>(_ given: Any, _ raw: Raw) -> Bool {
    guard let given = given as? Raw.RawValue, let given = given as? any Equatable else { return false }
    return areEqual(given, raw.rawValue)
  }

  private static func areEqual<Value: Equatable>(_ left: Value, _ right: Any) -> Bool { left == right as? Value }
}
