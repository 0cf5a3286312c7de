import ArgumentParser
import DataProvider

/// A tag to add, `+name` or `name`, or to take off, `-name`.
struct TagChange: ExpressibleByArgument, Sendable {
  let name: String
  let isRemoval: Bool

  init?(argument: String) {
    isRemoval = argument.hasPrefix("-")
    let sign = isRemoval || argument.hasPrefix("+") ? 1 : 0
    guard let name = try? TagName(String(argument.dropFirst(sign))) else { return nil }
    self.name = name.text
  }
}
