import Foundation

/// The SQL functions that predicates need and SQLite lacks; NULL if one of the arguments is NULL.
enum SQLFunctions {
  static func register(on connection: Connection) throws(SQLiteError) {
    for function in all { try function.register(on: connection) }
    for collation in TextCollation.allCases { try collation.register(on: connection) }
  }

  private static let all: [SQLFunction] = texts + numbers + [hasKey, keyOfNumber]
  /// Whether a key is among many that are bound as one blob; binding copies the blob and parses nothing.
  private static let hasKey = SQLFunction("has_key", 2) { $0.answer($0.hasKey($0.integer(1), inBlob: 0)) }

  /// The name of the function that gives the order key of a number, for migrations.
  static let orderKey = "order_key"
  private static let keyOfNumber = SQLFunction(orderKey, 1) { $0.answer(OrderKey($0.real(0)).text) }

  private static let texts: [SQLFunction] = [
    SQLFunction(LocalizedSearch.functionName, 2) { $0.answer(LocalizedSearch.answer($0)) },
    SQLFunction(JSONEntries.functionName, 3) { $0.answer(JSONEntries.answer($0)) },
    SQLFunction("string_contains", 2) { $0.answer(TextSearch.contains($0)) },
    SQLFunction("string_starts_with", 2) { $0.answer(TextSearch.startsWith($0)) },
    SQLFunction("string_count", 1) { $0.answer(Int64($0.text(0).count)) },
    SQLFunction("url_absolute_string", 1) { call in
      guard let url = try? URL._read(ColumnReader(.text(call.text(0)))) else { return call.answerNull() }
      call.answer(url.absoluteString)
    },
    SQLFunction("case_insensitive_compare", 2) {
      $0.answer(Int64($0.text(0).caseInsensitiveCompare($0.text(1)).rawValue))
    },
    SQLFunction("localized_compare", 2) { $0.answer(Int64($0.text(0).localizedCompare($0.text(1)).rawValue)) },
  ]

  private static let numbers: [SQLFunction] =
    NumberFunction.allCases.map { function in
      SQLFunction(function.rawValue, 3) { NumberCalculation.answer($0, function) }
    } + [SQLFunction("number_compare", 2) { NumberCalculation.compare($0) }]
}

/// Evaluates `contains` and `starts(with:)` as Swift does for two texts.
///
/// Both compare characters, which may consist of several scalars. In ASCII a character is one byte, except for a line
/// feed after a carriage return, so bytes can be searched.
private enum TextSearch {
  static func contains(_ call: SQLFunctionCall) -> Bool {
    let (text, part) = (call.bytes(0), call.bytes(1))
    guard !part.isEmpty, isPlain(part), isPlain(text) else {
      return characters(call.text(0), contain: call.text(1))
    }
    return bytes(text, contain: part)
  }

  static func startsWith(_ call: SQLFunctionCall) -> Bool {
    let (text, prefix) = (call.bytes(0), call.bytes(1))
    guard isPlain(prefix), isPlain(text) else { return call.text(0).starts(with: call.text(1)) }
    return text.starts(with: prefix)
  }

  /// Calls the `contains` of collections, as the node in a predicate does, and not the overloads for texts.
  private static func characters<Text: Collection, Part: Collection>(_ text: Text, contain part: Part) -> Bool
  where Text.Element == Part.Element, Text.Element: Equatable {
    text.contains(part)
  }

  private static func bytes(
    _ text: UnsafeBufferPointer<UInt8>, contain part: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard let first = part.baseAddress, var start = text.baseAddress else { return false }
    let end = start + text.count
    while end - start >= part.count {
      let range = end - start - part.count + 1
      guard let found = memchr(start, Int32(first.pointee), range) else { return false }
      if memcmp(found, first, part.count) == 0 { return true }
      start = UnsafePointer(found.assumingMemoryBound(to: UInt8.self)) + 1
    }
    return false
  }

  private static func isPlain(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    bytes.allSatisfy { $0 < 0x80 && $0 != 0x0D }
  }
}

/// Calculates as Swift does with the operands' type; what would trap there, such as an overflow, is NULL here.
private enum NumberCalculation {
  static func answer(_ call: SQLFunctionCall, _ function: NumberFunction) {
    guard let type = NumberType(rawValue: Int32(call.integer(2))) else { return call.answerNull() }
    switch type {
    case .int8: integers(call, function, Int8.self)
    case .int16: integers(call, function, Int16.self)
    case .int32: integers(call, function, Int32.self)
    case .int64: integers(call, function, Int64.self)
    case .uint8: integers(call, function, UInt8.self)
    case .uint16: integers(call, function, UInt16.self)
    case .uint32: integers(call, function, UInt32.self)
    case .uint64: orderedIntegers(call, function)
    case .float: floats(call, function, Float(call.real(0)), Float(call.real(1)))
    case .double: floats(call, function, call.real(0), call.real(1))
    case .decimal: decimals(call, function)
    }
  }

  /// Sets -1, 0 or 1; 2 if one of the numbers is NaN, so that no comparison holds.
  static func compare(_ call: SQLFunctionCall) {
    let (left, right) = (call.real(0), call.real(1))
    call.answer(Int64(left < right ? -1 : left == right ? 0 : left > right ? 1 : 2))
  }

  /// Calculates with a type whose numbers are stored as they are.
  private static func integers<Integer: FixedWidthInteger>(
    _ call: SQLFunctionCall, _ function: NumberFunction, _: Integer.Type
  ) {
    guard let left = Integer(exactly: call.integer(0)), let right = Integer(exactly: call.integer(1)),
      let result = function.apply(left, right)
    else { return call.answerNull() }
    call.answer(Int64(result))
  }

  /// Calculates with `UInt64`, which is stored so that SQLite orders it.
  private static func orderedIntegers(_ call: SQLFunctionCall, _ function: NumberFunction) {
    guard let left = try? UInt64._read(ColumnReader(.integer(call.integer(0)))),
      let right = try? UInt64._read(ColumnReader(.integer(call.integer(1)))),
      let result = function.apply(left, right), case .integer(let integer)? = try? result.sqliteValue()
    else { return call.answerNull() }
    call.answer(integer)
  }

  private static func floats<Number: BinaryFloatingPoint>(
    _ call: SQLFunctionCall, _ function: NumberFunction, _ left: Number, _ right: Number
  ) {
    guard let result = function.apply(left, right) else { return call.answerNull() }
    call.answer(Double(result))
  }

  private static func decimals(_ call: SQLFunctionCall, _ function: NumberFunction) {
    guard let left = Decimal(string: call.text(0)), let right = Decimal(string: call.text(1)),
      let result = function.apply(left, right)
    else { return call.answerNull() }
    call.answer(result.description)
  }
}
