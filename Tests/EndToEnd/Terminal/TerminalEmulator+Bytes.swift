import Foundation

@testable import TerminalUI

extension TerminalEmulator {
  mutating func feed(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { feed(byte) }
  }

  private mutating func feed(_ byte: UInt8) {
    switch state {
    case .ground: feedGround(byte)
    case .escape: feedEscape(byte)
    case .charset:
      state = .ground
      if byte != UInt8(ascii: "B"), byte != UInt8(ascii: "0") { forbid("ESC ( \(byte)") }
    case .command(let bytes): feedCommand(byte, after: bytes)
    case .control(let bytes):
      if (0x20..<0x40).contains(byte) { return state = .control(bytes + [byte]) }
      state = .ground
      perform(String(decoding: bytes, as: UTF8.self), final: Character(Unicode.Scalar(byte)))
    }
  }

  private mutating func feedGround(_ byte: UInt8) {
    if byte < 0x80, !scalarBytes.isEmpty { forbid("half a scalar: \(scalarBytes) before \(byte)") }
    switch byte {
    case 0x1B: state = .escape
    case 0x08: move(toColumn: column - 1)
    case 0x09: move(toColumn: (column / 8 + 1) * 8)
    case 0x0A: lineFeed()
    case 0x0D: move(toColumn: 0)
    case 0x0E, 0x0F, 0x00: break
    case 0x20..<0x7F: put(String(Unicode.Scalar(byte)), width: 1)
    case 0x80...: feedScalar(byte)
    default: forbid("control \(byte)")
    }
  }

  private mutating func feedScalar(_ byte: UInt8) {
    scalarBytes.append(byte)
    let needed = scalarBytes[0] >= 0xF0 ? 4 : scalarBytes[0] >= 0xE0 ? 3 : 2
    guard scalarBytes.count == needed else { return }
    defer { scalarBytes = [] }
    guard let text = String(validating: scalarBytes, as: UTF8.self), let scalar = text.unicodeScalars.first else {
      return forbid("bytes that are not UTF-8: \(scalarBytes)")
    }
    if scalar.properties.generalCategory == .control { return forbid("C1 control \(scalar.value)") }
    put(text, width: width(of: scalar))
  }

  private mutating func feedEscape(_ byte: UInt8) {
    state = .ground
    switch byte {
    case UInt8(ascii: "["): state = .control([])
    case UInt8(ascii: "]"): state = .command([])
    case UInt8(ascii: "("), UInt8(ascii: ")"): state = .charset
    case UInt8(ascii: "7"): saved = (column, row)
    case UInt8(ascii: "8"): (column, row, wrapsNext) = (saved.column, saved.row, false)
    case UInt8(ascii: "M"): reverseLineFeed()
    case UInt8(ascii: "="), UInt8(ascii: ">"): break
    default: forbid("ESC \(Character(Unicode.Scalar(byte)))")
    }
  }

  /// An operating system command: the one title, or text for the clipboard, in Base64, ended by ESC \.
  private mutating func feedCommand(_ byte: UInt8, after bytes: [UInt8]) {
    let isEnd = byte == 0x07 || byte == UInt8(ascii: "\\") && bytes.last == 0x1B
    guard isEnd else { return state = .command(bytes + [byte]) }
    state = .ground
    let command = String(decoding: bytes.filter { $0 != 0x1B }, as: UTF8.self)
    if command == "2;docket" { return title = "docket" }
    guard command.hasPrefix("52;c;"), let text = Data(base64Encoded: String(command.dropFirst(5))) else {
      return forbid("OSC \(command)")
    }
    clipboard = String(decoding: text, as: UTF8.self)
  }

  mutating func forbid(_ what: String) {
    scalarBytes = []
    if violations.count < 20 { violations.append(what) }
  }

  /// The columns of a scalar, coarsely: what the tests draw is covered.
  private func width(of scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case 0x300...0x36F, 0x200B...0x200F, 0xFE00...0xFE0F, 0x20D0...0x20FF, 0xE0100...0xE01EF: 0
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
      0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
      2
    default: ambiguousWidth == .wide && AmbiguousWidth.matters(to: scalar) ? 2 : 1
    }
  }
}
