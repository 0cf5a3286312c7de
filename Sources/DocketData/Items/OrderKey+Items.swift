import SwiftData

// The manual order is by key, and where two items have one key by what identifies them: the same on all machines.

extension Item {
  /// Whether an item comes before another one in the manual order.
  public static func inManualOrder(_ left: Item, _ right: Item) -> Bool {
    left.orderKey == right.orderKey ? left.uid < right.uid : left.orderKey < right.orderKey
  }
}

extension OrderKey {
  /// The key of an item that comes without one, from another program: after all that was added by people.
  ///
  /// The same on all machines, unlike the time at which it came.
  public static let unplaced = OrderKey(0x1p36)

  /// The key of the first item of a list: the present, so that two lists that become one follow each other.
  static func now() -> OrderKey { OrderKey(Position.atTheEnd()) }

  /// The key after this one; after one that is none, the present.
  var next: OrderKey { OrderKey.between(self, nil) ?? .now() }

  /// Reads a key as it is written in files: a number, as files from before there were keys have it, or the text.
  init?(typed text: String) {
    if let number = Double(text) {
      guard number.isFinite else { return nil }
      self.init(number)
    } else {
      self.init(text)
    }
  }
}
