/// How much an item matters.
public enum Priority: Int, Codable, CaseIterable, Comparable, Hashable, Sendable {
  /// Nothing was said.
  case none = 0
  /// It can wait.
  case low = 1
  /// It matters.
  case medium = 2
  /// It comes first.
  case high = 3

  /// Orders from `none` to `high`.
  public static func < (left: Priority, right: Priority) -> Bool { left.rawValue < right.rawValue }

  /// The name, as in files and on the command line.
  public var name: String {
    switch self {
    case .none: "none"
    case .low: "low"
    case .medium: "medium"
    case .high: "high"
    }
  }

  /// The priority of a name, its first letter, or the abbreviation `med`; case does not matter.
  public init?(name: some StringProtocol) {
    switch name.lowercased() {
    case "none", "n": self = .none
    case "low", "l": self = .low
    case "medium", "med", "m": self = .medium
    case "high", "h": self = .high
    default: return nil
    }
  }

  /// The priority some steps above, or below if negative; it stops at the ends.
  public func raised(by steps: Int) -> Priority {
    Priority(rawValue: min(max(rawValue + steps, 0), Priority.high.rawValue)) ?? self
  }
}
