/// Parses JSON from a stream of bytes, with the position of each value.
///
/// Foundation's parser needs the whole file at once, and does not report positions.
///
/// Source: https://www.rfc-editor.org/rfc/rfc8259
struct JSONParser {
  private static let maxDepth = 64
  /// As many as an item has, so that its dictionary need not grow.
  private static let usualMemberCount = 16

  private(set) var bytes: ByteReader
  /// Whether strings may contain unescaped control characters, which is not valid JSON.
  private let allowsControls: Bool
  private var depth = 0
  private var repetition: InterchangeError?

  init(_ bytes: ByteReader, allowsControls: Bool) {
    self.bytes = bytes
    self.allowsControls = allowsControls
  }

  /// What is wrong with the value that was read, although it could be read to its end.
  mutating func takeRepetition() -> InterchangeError? {
    defer { repetition = nil }
    return repetition
  }

  private mutating func skipSpace() throws {
    while let byte = try bytes.peek(), byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 {
      _ = try bytes.next()
    }
  }

  /// The next byte after white space, without taking it.
  mutating func peek() throws -> UInt8? {
    try skipSpace()
    return try bytes.peek()
  }

  /// Takes a character after white space, if it is the next one.
  mutating func take(_ sign: Unicode.Scalar) throws -> Bool {
    guard try peek() == UInt8(ascii: sign) else { return false }
    _ = try bytes.next()
    return true
  }

  func failure(_ message: String) -> InterchangeError {
    InterchangeError(message, at: bytes.position, isRecoverable: false)
  }

  mutating func value() throws -> JSONNode {
    guard let first = try peek() else { throw failure("The file ends where a value should be.") }
    let position = bytes.position
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maxDepth else { throw failure("Values are nested too deeply.") }
    let value: JSONNode.Value =
      switch first {
      case UInt8(ascii: "{"): .object(try object())
      case UInt8(ascii: "["): .array(try array())
      case UInt8(ascii: "\""): .string(try string())
      case UInt8(ascii: "t"): try word("true", .bool(true))
      case UInt8(ascii: "f"): try word("false", .bool(false))
      case UInt8(ascii: "n"): try word("null", .null)
      case UInt8(ascii: "-"), 0x30...0x39: .number(try number())
      default: throw failure("A value is missing here.")
      }
    return JSONNode(value: value, position: position)
  }

  private mutating func word(_ word: StaticString, _ value: JSONNode.Value) throws -> JSONNode.Value {
    let position = bytes.position
    for byte in word.description.utf8 {
      guard try bytes.peek() == byte else {
        throw InterchangeError("This isn't a value; did it mean “\(word)”?", at: position, isRecoverable: false)
      }
      _ = try bytes.next()
    }
    return value
  }

  private mutating func object() throws -> [String: JSONNode] {
    _ = try bytes.next()
    var members = [String: JSONNode](minimumCapacity: Self.usualMemberCount)
    if try take("}") { return members }
    repeat {
      guard try peek() == UInt8(ascii: "\"") else { throw failure("A name in quotation marks is missing here.") }
      let position = bytes.position
      let name = try string()
      guard try take(":") else { throw failure("A colon is missing here.") }
      if members.updateValue(try value(), forKey: name) != nil, repetition == nil {
        repetition = InterchangeError("The object has the member “\(name.prefix(40))” twice.", at: position)
      }
    } while try take(",")
    guard try take("}") else { throw failure("A comma or } is missing here.") }
    return members
  }

  private mutating func array() throws -> [JSONNode] {
    _ = try bytes.next()
    var elements: [JSONNode] = []
    if try take("]") { return elements }
    repeat { elements.append(try value()) } while try take(",")
    guard try take("]") else { throw failure("A comma or ] is missing here.") }
    return elements
  }

  private mutating func number() throws -> Double {
    var digits: [UInt8] = []
    let position = bytes.position
    try bytes.take(into: &digits) { "+-.eE0123456789".utf8.contains($0) }
    guard let number = Double(String(decoding: digits, as: UTF8.self)), number.isFinite else {
      throw InterchangeError("This isn't a number.", at: position, isRecoverable: false)
    }
    return number
  }

  private mutating func string() throws -> String {
    let start = bytes.position
    _ = try bytes.next()
    if let text = bytes.takeASCII(until: UInt8(ascii: "\""), without: UInt8(ascii: "\\")) {
      _ = try bytes.next()
      return text
    }
    var text: [UInt8] = []
    while true {
      try bytes.take(into: &text) { $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
      switch try bytes.peek() {
      case UInt8(ascii: "\""):
        _ = try bytes.next()
        guard let string = String(validating: text, as: UTF8.self) else {
          throw InterchangeError("This string is not UTF-8.", at: start, isRecoverable: false)
        }
        return string
      case UInt8(ascii: "\\"): try escape(into: &text)
      case nil: throw failure("The file ends within a string.")
      case let control? where allowsControls:
        text.append(control)
        _ = try bytes.next()
      default: throw failure("A control character must be written as \\uXXXX in a string.")
      }
    }
  }

  private mutating func escape(into text: inout [UInt8]) throws {
    _ = try bytes.next()
    switch try bytes.peek() {
    case UInt8(ascii: "n"): text.append(0x0a)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "r"): text.append(0x0d)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0c)
    case UInt8(ascii: "u"):
      _ = try bytes.next()
      return text.append(contentsOf: String(try scalar()).utf8)
    case let sign? where [UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/")].contains(sign): text.append(sign)
    default: throw failure("There is no such escape in JSON.")
    }
    _ = try bytes.next()
  }

  /// The scalar of one `\uXXXX`, or of two that are a surrogate pair.
  private mutating func scalar() throws -> Unicode.Scalar {
    let high = try unit()
    if let scalar = Unicode.Scalar(high) { return scalar }
    guard (0xd800..<0xdc00).contains(high) else { throw failure("Half of a surrogate pair is missing.") }
    for sign in "\\u".utf8 {
      guard try bytes.peek() == sign else { throw failure("Half of a surrogate pair is missing.") }
      _ = try bytes.next()
    }
    let low = try unit()
    guard (0xdc00..<0xe000).contains(low),
      let scalar = Unicode.Scalar(0x10000 + (UInt32(high - 0xd800) << 10) + UInt32(low - 0xdc00))
    else { throw failure("Half of a surrogate pair is missing.") }
    return scalar
  }

  private mutating func unit() throws -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let byte = try bytes.peek(), let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw failure("Four hexadecimal digits are missing here.")
      }
      _ = try bytes.next()
      unit = unit << 4 | UInt16(digit)
    }
    return unit
  }
}

/// The objects of a file: the elements of one array, or one object after the other.
struct JSONObjectStream {
  private enum State {
    case start, inArray, inLines, end
  }

  private var parser: JSONParser
  private var state = State.start

  init(_ bytes: ByteReader, allowsControls: Bool = false) {
    parser = JSONParser(bytes, allowsControls: allowsControls)
  }

  var offset: Int { parser.bytes.offset }

  /// The next object; nil at the end.
  ///
  /// - Throws: `InterchangeError`, recoverable if a value is not an object, or has a member twice.
  mutating func next() throws -> (members: [String: JSONNode], position: InterchangeError.Position)? {
    guard let node = try nextValue() else { return nil }
    if let repetition = parser.takeRepetition() { throw repetition }
    guard case .object(let members) = node.value else {
      throw InterchangeError("An object is missing here.", at: node.position)
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
      guard try parser.take("]") else { throw parser.failure("A comma or ] is missing here.") }
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
