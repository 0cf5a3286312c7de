import Foundation

extension PredicateTranslator {
  /// A term that a cast leaves as it is: to the same type, or to an optional of it and back.
  func unchanged(_ term: SQLTerm, _ type: Any.Type, _ desired: Any.Type) throws -> SQLTerm {
    guard Self.unwrapped(type) == Self.unwrapped(desired) else { throw Unsupported(node: "\(type) as \(desired)") }
    return term
  }

  private static func unwrapped(_ type: Any.Type) -> Any.Type {
    (type as? any OptionalType.Type)?.wrappedType ?? type
  }
}
