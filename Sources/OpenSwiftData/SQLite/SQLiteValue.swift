import COpenSwiftDataSQLite
import Foundation

/// One value as SQLite stores it: the five storage classes of https://www.sqlite.org/datatype3.html.
package enum SQLiteValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob(Data)
}

extension SQLiteValue {
  /// Sorted keys of eight bytes each, for the SQL function `has_key`.
  static func sortedKeys(_ keys: some Sequence<Int64>) -> SQLiteValue {
    .blob(keys.sorted().withUnsafeBytes { Data($0) })
  }

  /// Keys as a JSON array, for `json_each` (https://www.sqlite.org/json1.html#jeach).
  package static func jsonList(_ keys: some Sequence<Int64>) -> String {
    var list = [UInt8(ascii: "[")]
    list.reserveCapacity(2 + keys.underestimatedCount * 8)
    for key in keys {
      if list.count > 1 { list.append(UInt8(ascii: ",")) }
      list.append(contentsOf: key.description.utf8)
    }
    list.append(UInt8(ascii: "]"))
    return String(decoding: list, as: UTF8.self)
  }

  /// The value as SQL writes it; nil if that would not be exact.
  ///
  /// A fraction is written as an integer divided by a power of two, since SQLite need not round decimals as Swift does.
  ///
  /// Source: https://www.sqlite.org/lang_expr.html#literal_values_constants_
  var literal: String? {
    switch self {
    case .null: "NULL"
    case .integer(.min): nil
    case .integer(let integer): "\(integer)"
    case .real(let real): Self.literal(of: real)
    case .text(let text): text.utf8.contains(0) ? nil : SQL.literal(text)
    case .blob(let blob): "x'\(blob.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())'"
    }
  }

  private static func literal(of real: Double) -> String? {
    guard real.isFinite else { return nil }
    // Zero minus zero would lose a sign, which no order knows.
    let power = real == 0 ? 0 : max(0, real.significandWidth - Int(real.exponent))
    // Each division by a power of two is exact.
    guard power <= 4 * 62, let integer = Int64(exactly: scalbn(real, power)), integer != .min else { return nil }
    var divisions = ""
    for done in stride(from: 0, to: max(1, power), by: 62) { divisions += " / \(1 << min(62, power - done))" }
    return "(CAST(\(integer) AS REAL)\(divisions))"
  }

  /// Copies the argument of an SQL function (https://www.sqlite.org/c3ref/value_blob.html).
  init(_ value: OpaquePointer?) {
    switch sqlite3_value_type(value) {
    case SQLITE_INTEGER: self = .integer(sqlite3_value_int64(value))
    case SQLITE_FLOAT: self = .real(sqlite3_value_double(value))
    case SQLITE_TEXT: self = .text(Self.text(value))
    case SQLITE_BLOB: self = .blob(Self.blob(value))
    default: self = .null
    }
  }

  private static func text(_ value: OpaquePointer?) -> String {
    guard let bytes = sqlite3_value_text(value) else { return "" }
    return String(decoding: UnsafeBufferPointer(start: bytes, count: Int(sqlite3_value_bytes(value))), as: UTF8.self)
  }

  private static func blob(_ value: OpaquePointer?) -> Data {
    guard let bytes = sqlite3_value_blob(value) else { return Data() }
    return Data(bytes: bytes, count: Int(sqlite3_value_bytes(value)))
  }

  /// Makes the value the result of an SQL function that returns numbers or texts.
  ///
  /// Source: https://www.sqlite.org/c3ref/result_blob.html
  func setResult(of call: OpaquePointer?) {
    switch self {
    case .integer(let integer): sqlite3_result_int64(call, integer)
    case .real(let real): sqlite3_result_double(call, real)
    case .text(let text): csqlite_result_text(call, text, Int32(text.utf8.count))
    case .null, .blob: sqlite3_result_null(call)
    }
  }
}

/// Texts as a statement contains them.
enum SQL {
  /// How statements begin that write rows.
  ///
  /// A transaction in which one failed is never committed, so what the failed statement did need not be taken back:
  /// SQLite would keep each page as it was before each statement, where a table has triggers.
  ///
  /// Source: https://www.sqlite.org/lang_conflict.html
  static let insert = "INSERT OR FAIL INTO"
  static let update = "UPDATE OR FAIL"

  /// Quotes an identifier (https://www.sqlite.org/lang_keywords.html).
  static func quoted(_ name: String) -> String { enclosed(name, in: "\"") }

  /// A string literal (https://www.sqlite.org/lang_expr.html#literal_values_constants_).
  static func literal(_ text: String) -> String { enclosed(text, in: "'") }

  private static func enclosed(_ text: String, in mark: Character) -> String {
    // Nearly always: a name in a schema.
    guard text.contains(mark) else { return "\(mark)\(text)\(mark)" }
    let doubled = text.split(separator: mark, omittingEmptySubsequences: false).joined(separator: "\(mark)\(mark)")
    return "\(mark)\(doubled)\(mark)"
  }
}
