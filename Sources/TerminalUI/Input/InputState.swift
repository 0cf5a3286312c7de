/// A state of ``InputDecoder``: what the bytes so far have begun.
enum InputState: Sendable {
  case ground
  /// Within a scalar of several bytes.
  case scalar(UTF8Assembly, alt: Bool)
  /// After ESC; `alt` after two of them, which is how some terminals begin Alt with an arrow.
  case escape(alt: Bool)
  /// After ESC [, with the parameters so far.
  case csi([UInt8], alt: Bool)
  /// After ESC O, with the parameters so far.
  case ss3([UInt8], alt: Bool)
  /// After ESC [ [, with which the Linux console begins F1 to F5.
  case linuxFunction
  /// Within OSC, DCS, SOS, PM or APC.
  case string(introducer: UInt8, length: Int)
  /// After an ESC within a string.
  case stringEnd
  /// Within a mouse report of X10, which has three bytes after ESC [ M.
  case x10Mouse(missing: Int)
  case paste(PasteAssembly)
  /// After a paste that was given up: the next bytes may be the rest of it.
  case restOfPaste(PasteAssembly)
  /// The beginning of a key's string that looks like no control sequence.
  case candidate([UInt8])

  /// Whether the bytes so far could be a whole key or the beginning of more.
  var isWaiting: Bool {
    switch self {
    case .escape, .linuxFunction, .stringEnd, .candidate: true
    case .csi(let bytes, _), .ss3(let bytes, _): bytes.isEmpty
    case .string(_, let length): length == 0
    case .ground, .paste, .restOfPaste, .scalar, .x10Mouse: false
    }
  }

  /// Whether nothing has begun.
  var isAtRest: Bool {
    if case .ground = self { true } else { false }
  }

  /// Whether every byte is taken until an end: that of a paste, a string or a mouse report.
  var isInside: Bool {
    switch self {
    case .paste, .string, .x10Mouse: true
    default: false
    }
  }

  /// Whether bytes are held that may be the rest of a paste that was given up, or a key.
  var holdsRest: Bool {
    if case .restOfPaste(let rest) = self { !rest.isEmpty } else { false }
  }

  /// The bytes of a waiting state, as far as they may be the whole string of a key.
  var spelling: [UInt8] {
    switch self {
    case .linuxFunction: ControlSequence.csi + [UInt8(ascii: "[")]
    case .candidate(let bytes): bytes
    default: []
    }
  }
}
