import Foundation
import Testing

@testable import TerminalUI

/// Serialized, because the C library has one description at a time.
@Suite(.serialized) struct CursesKeysTests {
  static let terminals = [
    "xterm-256color", "tmux-256color", "screen", "linux", "vt100", "vt220", "vt52", "rxvt", "rxvt-unicode-256color",
    "cons25", "sun", "Eterm", "wsvt25",
  ]

  @Test(arguments: terminals) func everyKeyOfTheDescriptionIsOneKey(_ terminal: String) throws {
    let strings = try #require(CursesKeys.strings(ofTerminal: terminal), "ncurses-base describes it")
    let named = try Self.describedKeys(of: terminal)
    #expect(named.count > 5)
    for (name, string) in named {
      var decoder = InputDecoder(keyStrings: strings)
      let events = decoder.decode(string) + decoder.flush()
      guard events.count == 1, case .key(let key) = events[0] else {
        Issue.record("\(terminal) \(name): \(events)")
        continue
      }
      #expect(key.typed != "\u{FFFD}", "\(terminal) \(name)")
    }
  }

  @Test(arguments: [
    ("xterm-256color", "kf13", "S-F1"), ("xterm-256color", "kUP5", "C-Up"), ("linux", "kf13", "F13"),
    ("linux", "kf2", "F2"), ("vt52", "kcuu1", "Up"), ("vt52", "ka1", "Home"), ("rxvt", "kDC", "S-Del"),
    ("rxvt", "kUP5", "C-Up"), ("sun", "kund", "Undo"), ("vt100", "kbs", "Backspace"), ("cons25", "kf1", "F1"),
  ])
  func aKeyHasTheNameThatPeopleKnow(_ terminal: String, _ name: String, _ key: Key) throws {
    let strings = try #require(CursesKeys.strings(ofTerminal: terminal), "ncurses-base describes it")
    let string = try #require(Self.describedKeys(of: terminal)[name])
    var decoder = InputDecoder(keyStrings: strings)
    #expect(decoder.decode(string) + decoder.flush() == [.key(key)])
  }

  /// The capabilities that name keys, as `infocmp` prints them, without the beginning of mouse reports.
  private static func describedKeys(of terminal: String) throws -> [String: [UInt8]] {
    let (process, pipe) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: "/usr/bin/infocmp")
    process.arguments = ["-x", "-1", terminal]
    process.standardOutput = pipe
    try process.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let pairs = text.split(separator: "\n").compactMap { line -> (String, [UInt8])? in
      let trimmed = line.trimmingCharacters(in: .whitespaces)
      guard trimmed.hasPrefix("k"), !trimmed.hasPrefix("kmous"), let sign = trimmed.firstIndex(of: "=") else {
        return nil
      }
      return (String(trimmed[..<sign]), unescaped(trimmed[trimmed.index(after: sign)...].dropLast()))
    }
    return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  }

  private static func unescaped(_ text: Substring) -> [UInt8] {
    var (bytes, rest) = ([UInt8](), Array(text.utf8)[...])
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "^"): bytes.append(rest.popFirst().map { $0 == UInt8(ascii: "?") ? 0x7F : $0 & 0x1F } ?? byte)
      case UInt8(ascii: "\\"): bytes.append(escaped(rest.popFirst() ?? byte))
      default: bytes.append(byte)
      }
    }
    return bytes
  }

  private static func escaped(_ letter: UInt8) -> UInt8 {
    switch letter {
    case UInt8(ascii: "E"): 0x1B
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "t"): 0x09
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "s"): 0x20
    default: letter
    }
  }
}
