import ArgumentParser

/// The number that people use for an item.
struct ItemNumber: ExpressibleByArgument, Hashable, Sendable {
  let value: Int64

  /// Nil if it is not a whole number above zero.
  init?(argument: String) {
    guard let value = Int64(argument), value > 0 else { return nil }
    self.value = value
  }
}
