import COpenSwiftDataSQLite

/// One call of a function: its arguments, and where the answer goes.
///
/// It is valid during the call only.
struct SQLFunctionCall {
  private let context: OpaquePointer?
  private let arguments: UnsafeMutablePointer<OpaquePointer?>

  init(context: OpaquePointer?, arguments: UnsafeMutablePointer<OpaquePointer?>) {
    self.context = context
    self.arguments = arguments
  }

  // MARK: - Arguments

  func integer(_ index: Int) -> Int64 { sqlite3_value_int64(arguments[index]) }

  /// A number; a text stands for what SQLite has no number for.
  func real(_ index: Int) -> Double {
    sqlite3_value_type(arguments[index]) == SQLITE_TEXT ? .nan : sqlite3_value_double(arguments[index])
  }

  func text(_ index: Int) -> String { String(decoding: bytes(index), as: UTF8.self) }

  /// The bytes of a text, valid until another argument is converted.
  func bytes(_ index: Int) -> UnsafeBufferPointer<UInt8> {
    let start = sqlite3_value_text(arguments[index])
    return UnsafeBufferPointer(start: start, count: start == nil ? 0 : Int(sqlite3_value_bytes(arguments[index])))
  }

  /// Whether a blob of sorted keys, see `SQLiteValue.sortedKeys`, has a key among them.
  func hasKey(_ key: Int64, inBlob index: Int) -> Bool {
    let count = Int(sqlite3_value_bytes(arguments[index]))
    let keys = UnsafeRawBufferPointer(start: sqlite3_value_blob(arguments[index]), count: count)
    var range = 0..<count / MemoryLayout<Int64>.size
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      let found = keys.loadUnaligned(fromByteOffset: middle * MemoryLayout<Int64>.size, as: Int64.self)
      if found == key { return true }
      range = found < key ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return false
  }

  // MARK: - Answers

  func answerNull() { sqlite3_result_null(context) }
  func answer(_ bool: Bool) { sqlite3_result_int(context, bool ? 1 : 0) }
  func answer(_ integer: Int64) { sqlite3_result_int64(context, integer) }

  func answer(_ real: Double) {
    if real.isNaN { return answer("NaN") }
    sqlite3_result_double(context, real)
  }

  func answer(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        sqlite3_result_text(context, $0.baseAddress, Int32($0.count), Self.transient)
      }
    }
  }

  /// SQLite copies the bytes at once.
  ///
  /// Source: https://www.sqlite.org/c3ref/c_static.html
  private static let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
}
