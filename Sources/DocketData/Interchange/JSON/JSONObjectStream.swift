/// The objects of a file: those of one array, or one after the other.
struct JSONObjectStream {
  private enum State {
    case start
    case inArray
    case inLines
    case end
  }

  private var parser: JSONParser
  private var state = State.start

  init(_ bytes: ByteReader, allowsControls: Bool = false) {
    parser = JSONParser(bytes, allowsControls: allowsControls)
  }

  var offset: Int { parser.bytes.offset }

  /// The next object; nil at the end.
  ///
  /// - Throws: `InterchangeError`, recoverable if a value is no object, or has a member twice.
  mutating func next() throws -> (members: [String: JSONNode], position: InterchangeError.Position)? {
    guard let node = try nextValue() else { return nil }
    if let repetition = parser.takeRepetition() { throw repetition }
    guard case .object(let members) = node.value else {
      throw InterchangeError("An object should be here.", at: node.position)
    }
    return (members, node.position)
  }

  private mutating func nextValue() throws -> JSONNode? {
    switch state {
    case .start:
      state = try parser.take("[") ? .inArray : .inLines
      if state == .inArray, try parser.take("]") { return try finish() }
      return state == .inLines ? try nextLine() : try parser.value()
    case .inArray:
      if try parser.take(",") { return try parser.value() }
      guard try parser.take("]") else { throw parser.failure("A comma or ] should be here.") }
      return try finish()
    case .inLines: return try nextLine()
    case .end: return nil
    }
  }

  private mutating func nextLine() throws -> JSONNode? {
    _ = try parser.take(",")
    return try parser.peek() == nil ? nil : try parser.value()
  }

  private mutating func finish() throws -> JSONNode? {
    state = .end
    guard try parser.peek() == nil else { throw parser.failure("Nothing may come after the array.") }
    return nil
  }
}
