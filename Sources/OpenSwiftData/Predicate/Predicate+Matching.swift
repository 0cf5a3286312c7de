import Foundation

extension Predicate {
  /// Whether the predicate matches; not if its evaluation fails, because nil is unwrapped by force for example.
  ///
  /// SQL answers the same: what fails is unknown, and what is unknown does not match.
  func matches(_ input: repeat each Input) -> Bool { (try? evaluate(repeat each input)) ?? false }
}
