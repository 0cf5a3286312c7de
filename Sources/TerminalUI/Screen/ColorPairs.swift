/// The pairs of colours of a terminal that has few, by number.
///
/// A number that a picture shows keeps its colours; only others get new ones.
struct ColorPairs {
  /// Two colours as curses numbers them; -1 is the terminal's own.
  struct Colors: Hashable {
    let foreground: Int32
    let background: Int32
  }

  private var numbers: [Colors: Int32] = [:]
  private var free: [Int32]

  /// - Parameter count: How many pairs there are; that of number 0 is the terminal's own colours.
  init(count: Int) { free = (1..<Int32(max(1, count))).reversed() }

  /// Whether there are numbers for these colours.
  func hasRoom(for colors: Set<Colors>) -> Bool {
    colors.count <= free.count || colors.count { numbers[$0] == nil } <= free.count
  }

  /// Takes the numbers of all other colours back.
  mutating func keep(_ colors: Set<Colors>) {
    free += numbers.filter { !colors.contains($0.key) }.values.sorted(by: >)
    numbers = numbers.filter { colors.contains($0.key) }
  }

  /// The number of some colours that have one.
  func number(of colors: Colors) -> Int32? { numbers[colors] }

  /// Gives colours a number.
  ///
  /// - Returns: nil if there is none left.
  mutating func add(_ colors: Colors) -> Int32? {
    guard let number = free.popLast() else { return nil }
    numbers[colors] = number
    return number
  }
}
