import Measuring

/// One of the bars of the performance table.
protocol Bar: SendableMetatype {
  static var name: String { get }
  static func measure(_ options: Options, _ stores: Stores) throws -> [Outcome]
}
