import Foundation

/// What `contains` and `starts(with:)` answer for two texts.
///
/// Both compare characters, which may consist of several scalars. In ASCII a character is one byte, except for a line
/// feed after a carriage return, and bytes can be searched.
enum TextSearch {
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

  /// As the node in a predicate asks it, without the overloads for texts.
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
