/// A set of property slots: one bit for each.
struct PropertySet: Hashable, Sendable {
  private var first: UInt64 = 0
  private var rest: Set<Int> = []

  static let empty = PropertySet()

  var isEmpty: Bool { first == 0 && rest.isEmpty }

  func contains(_ slot: Int) -> Bool {
    slot < 64 ? first & (1 << UInt64(slot)) != 0 : rest.contains(slot)
  }

  mutating func insert(_ slot: Int) {
    if slot < 64 { first |= 1 << UInt64(slot) } else { rest.insert(slot) }
  }
}
