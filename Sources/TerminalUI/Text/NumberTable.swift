import DocketLocking
import Synchronization

/// Numbers the values that were seen lately, so that cells hold plain numbers.
///
/// When a generation is full, the next one begins and the one before the last is forgotten: so no text can fill memory.
/// A number is never used twice, so none ever stands for another value than the one it was given for. Cells that are
/// kept for long must be drawn again when ``generation`` has changed.
final class NumberTable<Value: Hashable & Sendable>: Sendable {
  private struct State {
    var values: [Value] = []
    /// The values of the generation before.
    var older: [Value] = []
    /// The number of this generation's first value.
    var first: UInt32
    var numbers: [Value: UInt32] = [:]
  }

  private let limit: Int
  private let range: Range<UInt32>
  private let state: Lock<State>
  private let generations = Atomic(0)

  /// - Parameters:
  ///   - limit: The values of a generation.
  ///   - numbers: The numbers to give; when they are used up, there are none for further values.
  init(limit: Int, numbers: Range<UInt32>) {
    self.limit = limit
    range = numbers
    state = Lock(State(first: numbers.lowerBound))
  }

  /// The number of generations before this one.
  var generation: Int { generations.load(ordering: .acquiring) }

  /// Whether no value has a number yet.
  var isEmpty: Bool { generation == 0 && state.withLock { $0.values.isEmpty } }

  /// The number of a value, the same within a generation; nil if all numbers are used up.
  func number(of value: Value) -> UInt32? {
    state.withLock { state in
      if let known = state.numbers[value] { return known }
      guard state.first + UInt32(state.values.count) < range.upperBound else { return nil }
      if state.values.count == limit { beginGeneration(&state) }
      let number = state.first + UInt32(state.values.count)
      state.values.append(value)
      state.numbers[value] = number
      return number
    }
  }

  /// The value of a number; nil if it is forgotten.
  func value(_ number: UInt32) -> Value? {
    state.withLock { state in
      let index = Int(number) - Int(state.first)
      if index >= 0 { return index < state.values.count ? state.values[index] : nil }
      return index + state.older.count >= 0 ? state.older[index + state.older.count] : nil
    }
  }

  private func beginGeneration(_ state: inout State) {
    state.first += UInt32(state.values.count)
    (state.older, state.values, state.numbers) = (state.values, [], [:])
    generations.add(1, ordering: .releasing)
  }
}

/// The tables of the process, because cells of all lines are compared with each other.
enum CellNumbers {
  /// The clusters of several scalars, keyed by scalars because canonically equivalent strings are equal.
  ///
  /// A glyph has 32 bits, and scalars come first.
  static let clusters = NumberTable<[Unicode.Scalar]>(limit: 1 << 16, numbers: 0..<4_000_000_000)

  /// The numbers of links: a cell has 21 bits for them, and 0 is none.
  static let linkNumbers: Range<UInt32> = 1..<1 << 21

  /// The targets of links; at most some 16 MB, if all are as long as they may be.
  static let links = NumberTable<LinkTarget>(limit: 4_096, numbers: linkNumbers)

  /// Changes whenever one of the tables begins a new generation.
  static var generation: Int { clusters.generation &+ links.generation }
}
