/// What a terminal sends for its keys, by its own description.
struct KeyStrings: Sendable {
  private let keys: [[UInt8]: Key]
  /// The beginnings of strings that look like no control sequence, which nothing else recognizes.
  private let beginnings: Set<[UInt8]>

  init(_ keys: [[UInt8]: Key]) {
    self.keys = keys
    let unusual = keys.keys.filter { $0.count > 1 && !Self.isControlSequence($0) }
    beginnings = Set(unusual.flatMap { string in (1..<string.count).map { Array(string.prefix($0)) } })
  }

  subscript(_ string: [UInt8]) -> Key? { keys[string] }

  /// Whether longer strings begin with this one.
  func isBeginning(_ string: [UInt8]) -> Bool { beginnings.contains(string) }

  private static func isControlSequence(_ string: [UInt8]) -> Bool {
    string.starts(with: ControlSequence.introducer) || string.starts(with: ControlSequence.shiftIntroducer)
  }
}
