import Foundation

extension PredicateExpressions {
  /// Whether a property stored as a JSON text has an entry with a name, whose value contains a text.
  ///
  /// The property is an object of objects and arrays. An entry is a member of an inner object, or a text in an inner array
  /// that begins with the name and a sign after it, `:`, `;`, `=` or an escaped line feed. Case and accents of the searched
  /// text do not matter, and those of ASCII letters in the name don't either. A property that is nil has no entries.
  ///
  /// ```swift
  /// Predicate<Item> { PredicateExpressions.build_jsonEntry(of: $0.extra, "colour", contains: "red") }
  /// ```
  /// ```sql
  /// SELECT … FROM "Item" AS t0 WHERE coalesce(json_entry_contains(t0."extra", ?1, ?2), 0)
  /// ```
  public struct JSONEntryContains<Root: PredicateExpression>: PredicateExpression {
    /// Whether there is such an entry.
    public typealias Output = Bool

    /// The property, whose raw value is the text.
    public let root: Root
    /// The name of the entry, escaped as it is in the text.
    public let name: Value<String>
    /// The text to search for, escaped as it is in the text; any value contains an empty one.
    public let part: Value<String>

    /// Searches in memory.
    public func evaluate(_ bindings: PredicateBindings) throws -> Bool {
      let value: Any = try root.evaluate(bindings)
      guard let text = Self.text(value) else { return false }
      return JSONEntries.of(text, named: name.evaluate(bindings), contain: part.evaluate(bindings))
    }

    private static func text(_ value: Any) -> String? {
      guard let raw = value as? any RawRepresentable else { return value as? String }
      return raw.rawValue as? String
    }
  }

  /// Makes the node for a search in a property that is stored as a JSON text.
  public static func build_jsonEntry<Root: PredicateExpression>(
    of root: Root, _ name: String, contains part: String
  ) -> JSONEntryContains<Root> {
    JSONEntryContains(root: root, name: Value(name), part: Value(part))
  }
}

extension PredicateExpressions.JSONEntryContains: Sendable where Root: Sendable {}
extension PredicateExpressions.JSONEntryContains: Encodable where Root: Encodable {}
extension PredicateExpressions.JSONEntryContains: Decodable where Root: Decodable {}
extension PredicateExpressions.JSONEntryContains: StandardPredicateExpression where Root: StandardPredicateExpression {}

extension PredicateExpressions.JSONEntryContains: PredicateNode {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    let text = try translator.expression(root)
    guard text.kind == .text else { throw PredicateTranslator.Unsupported(node: JSONEntries.functionName) }
    let (name, part) = (try translator.expression(name), try translator.expression(part))
    return .condition("coalesce(\(JSONEntries.functionName)(\(text.sql), \(name.sql), \(part.sql)), 0)", isStrict: true)
  }

  var inMemory: MemoryExpression<Bool> {
    MemoryExpression(
      PredicateExpressions.JSONEntryContains(root: root.memory, name: name, part: part))
  }
}

extension PredicateExpressions.JSONEntryContains: ShapedNode where Root: ShapedNode {
  func describe(in shape: inout PredicateShape) {
    shape.describe(root, name)
    part.describe(in: &shape)
  }
}

/// Searches the entries of an object of objects and arrays, without making values of it.
enum JSONEntries {
  static let functionName = "json_entry_contains"

  static func answer(_ call: SQLFunctionCall) -> Bool {
    let (name, part) = (call.text(1), call.text(2))
    return Array(part.utf8).withUnsafeBufferPointer { part in
      Array(name.utf8).withUnsafeBufferPointer { search(call.bytes(0), $0, part) }
    }
  }

  static func of(_ text: String, named name: String, contain part: String) -> Bool {
    Array(text.utf8).withUnsafeBufferPointer { text in
      Array(part.utf8).withUnsafeBufferPointer { part in
        Array(name.utf8).withUnsafeBufferPointer { search(text, $0, part) }
      }
    }
  }

  private typealias Bytes = UnsafeBufferPointer<UInt8>

  private static let entryDepth = 2

  private static func search(_ text: Bytes, _ name: Bytes, _ part: Bytes) -> Bool {
    var (index, depth) = (0, 0)
    // Whether the innermost one is an array.
    var isArray: [Bool] = []
    while index < text.count {
      switch text[index] {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        isArray.append(text[index] == UInt8(ascii: "["))
        depth += 1
        index += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        _ = isArray.popLast()
        depth -= 1
        index += 1
      case UInt8(ascii: "\""):
        let end = endOfString(text, index)
        let string = index + 1..<end
        if depth == entryDepth, isArray.last == true {
          if let value = labelled(text, string, name), contains(text, value, part) { return true }
          index = end + 1
        } else if end + 1 < text.count, text[end + 1] == UInt8(ascii: ":") {
          let value = end + 2..<endOfValue(text, end + 2)
          // The value of an outer member has the entries.
          if depth == entryDepth {
            if isSame(text, string, name), contains(text, unquoted(text, value), part) { return true }
            index = value.upperBound
          } else {
            index = end + 2
          }
        } else {
          index = end + 1
        }
      default: index += 1
      }
    }
    return false
  }

  /// The index of the quotation mark that ends a string.
  private static func endOfString(_ text: Bytes, _ start: Int) -> Int {
    var index = start + 1
    while index < text.count, text[index] != UInt8(ascii: "\"") { index += text[index] == UInt8(ascii: "\\") ? 2 : 1 }
    return min(index, text.count)
  }

  private static func endOfValue(_ text: Bytes, _ start: Int) -> Int {
    var (index, depth) = (start, 0)
    while index < text.count {
      switch text[index] {
      case UInt8(ascii: "\""): index = endOfString(text, index)
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 0 { return index }
        depth -= 1
      case UInt8(ascii: ",") where depth == 0: return index
      default: break
      }
      index += 1
    }
    return min(index, text.count)
  }

  /// A string without its quotation marks; any other value as it is.
  private static func unquoted(_ text: Bytes, _ value: Range<Int>) -> Range<Int> {
    guard value.count > 1, text[value.lowerBound] == UInt8(ascii: "\"") else { return value }
    return value.lowerBound + 1..<value.upperBound - 1
  }

  /// What follows the name and a sign at the beginning of a text; nil if the text has another name.
  private static func labelled(_ text: Bytes, _ string: Range<Int>, _ name: Bytes) -> Range<Int>? {
    let end = string.lowerBound + name.count
    guard end < string.upperBound, isSame(text, string.lowerBound..<end, name) else { return nil }
    switch text[end] {
    case UInt8(ascii: ":"), UInt8(ascii: ";"), UInt8(ascii: "="): return end + 1..<string.upperBound
    case UInt8(ascii: "\\") where end + 1 < string.upperBound && text[end + 1] == UInt8(ascii: "n"):
      return end + 2..<string.upperBound
    default: return nil
    }
  }

  private static func isSame(_ text: Bytes, _ range: Range<Int>, _ name: Bytes) -> Bool {
    range.count == name.count && zip(text[range], name).allSatisfy { lowercased($0) == lowercased($1) }
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }

  private static func contains(_ text: Bytes, _ range: Range<Int>, _ part: Bytes) -> Bool {
    part.isEmpty || LocalizedSearch.bytes(Bytes(rebasing: text[range]), contain: part)
  }
}
