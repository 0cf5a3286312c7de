import ArgumentParser
import DocketData

extension Priority: ExpressibleByArgument {
  /// The priority of a name or its first letter.
  public init?(argument: String) { self.init(name: argument) }

  /// The name.
  public var defaultValueDescription: String { name }

  /// The names.
  public static var allValueStrings: [String] { allCases.map(\.name) }

  /// None: the names say it.
  public static var allValueDescriptions: [String: String] { [:] }
}
