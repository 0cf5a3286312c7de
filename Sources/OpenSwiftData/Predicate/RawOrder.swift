import DocketLocking

/// Whether an enumeration's own `<` is that of its raw values, which is what SQL compares; for texts that of their bytes
/// too, in which an index keeps them.
enum RawOrder {
  private static let answers = Lock<[ObjectIdentifier: Bool]>([:])

  /// False if the type does not list its cases: then its order is known to itself only.
  static func isOrderOfValues(_ type: any RawRepresentable.Type) -> Bool {
    let key = ObjectIdentifier(type)
    if let answer = answers.withLock({ $0[key] }) { return answer }
    let answer = (type as? any CaseIterable.Type).map { hasRawOrder($0) } ?? false
    answers.withLock { $0[key] = answer }
    return answer
  }

  private static func hasRawOrder<Cases: CaseIterable>(_: Cases.Type) -> Bool {
    let cases = Cases.allCases.compactMap { Case($0) }
    guard cases.count == Cases.allCases.count else { return false }
    return cases.allSatisfy { left in
      cases.allSatisfy { right in
        let precedes = precedes(left.value, right.value)
        guard let text = left.raw as? String, let other = right.raw as? String else {
          return precedes == Self.precedes(left.raw, right.raw)
        }
        return precedes == (text < other) && precedes == text.utf8.lexicographicallyPrecedes(other.utf8)
      }
    }
  }

  private struct Case {
    let value: any Comparable
    let raw: any Comparable

    init?(_ value: Any) {
      guard let comparable = value as? any Comparable, let raw = value as? any RawRepresentable,
        let rawValue = raw.rawValue as? any Comparable
      else { return nil }
      self.value = comparable
      self.raw = rawValue
    }
  }

  private static func precedes<Value: Comparable>(_ left: Value, _ right: any Comparable) -> Bool {
    (right as? Value).map { left < $0 } ?? false
  }
}
