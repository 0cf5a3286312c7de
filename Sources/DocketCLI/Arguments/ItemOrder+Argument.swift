import ArgumentParser
import DataProvider

extension ItemOrder: ExpressibleByArgument {
  /// An order as it is typed: the key, or the key after a dash for the reverse.
  public init?(argument: String) { self.init(typed: argument) }

  /// The order as it is typed.
  public var defaultValueDescription: String { typed }
}
