import ArgumentParser
import DataProvider

extension ItemOrder: ExpressibleByArgument {
  /// An order as it is typed: the key, or the key after a dash for the reverse.
  public init?(argument: String) {
    let isReversed = argument.hasPrefix("-")
    guard let key = Key(rawValue: String(argument.dropFirst(isReversed ? 1 : 0))) else { return nil }
    self.init(key, isAscending: !isReversed)
  }

  /// The order as it is typed.
  public var defaultValueDescription: String { (isAscending ? "" : "-") + key.rawValue }
}
