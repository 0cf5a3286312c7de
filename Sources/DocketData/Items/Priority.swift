/// The priority of an item.
public enum Priority: Int, Codable, CaseIterable, Comparable, Hashable, Sendable {
  case none = 0, low = 1, medium = 2, high = 3

  /// Compares priorities, from `none` to `high`.
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

  /// Parses a name, its first letter, or the abbreviation `med`; case does not matter.
  public init?(name: some StringProtocol) {
    switch name.lowercased() {
    case "none", "n": self = .none
    case "low", "l": self = .low
    case "medium", "med", "m": self = .medium
    case "high", "h": self = .high
    default: return nil
    }
  }

  /// The priority some steps higher, or lower if negative, within the limits.
  public func raised(by steps: Int) -> Priority {
    Priority(rawValue: min(max(rawValue + steps, 0), Priority.high.rawValue)) ?? self
  }
}
