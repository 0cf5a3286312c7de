import ArgumentParser

/// An item's number, or `none`.
struct OptionalNumber: ExpressibleByArgument, Sendable {
  /// Nil for none.
  let number: ItemNumber?

  init?(argument: String) {
    guard argument.lowercased() != "none" else {
      number = nil
      return
    }
    guard let number = ItemNumber(argument: argument) else { return nil }
    self.number = number
  }
}
