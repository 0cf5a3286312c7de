import CTerminalUINcurses

/// The strings that terminfo knows for the terminal's keys.
///
/// Source: https://man7.org/linux/man-pages/man5/terminfo.5.html
enum CursesKeys {
  /// The keys that keyboards have; terminfo is right about their strings.
  private static let usual: [(String, Key)] =
    [
      ("kcuu1", Key(.up)), ("kcud1", Key(.down)), ("kcub1", Key(.left)), ("kcuf1", Key(.right)),
      ("khome", Key(.home)), ("kend", Key(.end)), ("kpp", Key(.pageUp)), ("knp", Key(.pageDown)),
      ("kich1", Key(.insert)), ("kdch1", Key(.delete)), ("kcbt", Key(.tab, .shift)), ("kbs", Key(.backspace)),
      ("kent", Key(.enter)),
    ] + (0...12).map { ("kf\($0)", Key(.function($0))) }

  /// The strings of all keys; of several keys with one string, the first counts.
  ///
  /// - Parameter isKnown: Whether the decoder makes one key of a string by itself. It is then believed more than
  ///   terminfo's rarer names: what xterm's description calls F13 is Shift with F1 on every keyboard.
  static func strings(unless isKnown: ([UInt8]) -> Bool = isDecoded) -> [[UInt8]: Key] {
    var table: [[UInt8]: Key] = [:]
    for (name, key) in usual { if let string = string(name), table[string] == nil { table[string] = key } }
    for (name, key) in RareKeys.all {
      guard let string = string(name), table[string] == nil, !isKnown(string) else { continue }
      table[string] = key
    }
    return table
  }

  /// The strings of another terminal; for tests, while no screen is open.
  static func strings(ofTerminal name: String) -> [[UInt8]: Key]? {
    guard tui_describe(name) else { return nil }
    defer { tui_forget_description() }
    return strings()
  }

  private static func string(_ name: String) -> [UInt8]? {
    guard let string = tui_key_string(name) else { return nil }
    let bytes = Array(String(cString: string).utf8)
    return bytes.isEmpty ? nil : bytes
  }

  private static func isDecoded(_ string: [UInt8]) -> Bool {
    var decoder = InputDecoder()
    let events = decoder.decode(string)
    guard !decoder.isWaiting, events.count == 1, case .key = events[0] else { return false }
    return true
  }
}

/// Terminfo's names for keys that few keyboards have, and for modified ones.
private enum RareKeys {
  static let all: [(String, Key)] =
    (13...63).map { ("kf\($0)", Key(.function($0))) } + keypad + actions.map { ($0, Key($1)) } + shifted + modified

  private static let keypad: [(String, Key)] = [
    ("ka1", Key(.home)), ("ka2", Key(.up)), ("ka3", Key(.pageUp)), ("kb1", Key(.left)), ("kb2", Key(.begin)),
    ("kb3", Key(.right)), ("kc1", Key(.end)), ("kc2", Key(.down)), ("kc3", Key(.pageDown)),
    ("kpADD", "+"), ("kpSUB", "-"), ("kpMUL", "*"), ("kpDIV", "/"), ("kpDOT", "."), ("kpCMA", ","), ("kpZRO", "0"),
  ]

  private static let actions: [(String, Key.Name)] = [
    ("kbeg", .begin), ("kcan", .cancel), ("kclr", .clear), ("kel", .clearToEndOfLine), ("ked", .clearToEndOfScreen),
    ("kclo", .close), ("kcmd", .command), ("kcpy", .copy), ("kcrt", .create), ("kdl1", .deleteLine),
    ("kil1", .insertLine), ("krmir", .endInsert), ("kext", .exit), ("kfnd", .find), ("khlp", .help),
    ("kll", .lowerLeft), ("kmrk", .mark), ("kmsg", .message), ("kmov", .move), ("knxt", .next), ("kopn", .open),
    ("kopt", .options), ("kprv", .previous), ("kprt", .print), ("krdo", .redo), ("kref", .reference),
    ("krfr", .refresh), ("krpl", .replace), ("krst", .restart), ("kres", .resume), ("ksav", .save),
    ("kind", .scrollDown), ("kri", .scrollUp), ("kslt", .select), ("khts", .setTab), ("kctab", .clearTab),
    ("ktbc", .clearAllTabs), ("kspd", .suspend), ("kund", .undo),
  ]

  /// The standard names of keys with Shift.
  private static let shifted: [(String, Key)] = [
    ("kBEG", .begin), ("kCAN", .cancel), ("kCMD", .command), ("kCPY", .copy), ("kCRT", .create), ("kDC", .delete),
    ("kDL", .deleteLine), ("kEND", .end), ("kEOL", .clearToEndOfLine), ("kEXT", .exit), ("kFND", .find),
    ("kHLP", .help), ("kHOM", .home), ("kIC", .insert), ("kLFT", .left), ("kMSG", .message), ("kMOV", .move),
    ("kNXT", .pageDown), ("kOPT", .options), ("kPRV", .pageUp), ("kPRT", .print), ("kRDO", .redo),
    ("kRPL", .replace), ("kRIT", .right), ("kRES", .resume), ("kSAV", .save), ("kSPD", .suspend), ("kUND", .undo),
    ("kUP", .up), ("kDN", .down), ("kcbt2", .tab),
  ].map { (name: String, key: Key.Name) in (name, Key(key, .shift)) }

  /// xterm's names: the number is the modifiers' bits plus 1.
  private static let modified: [(String, Key)] = [
    ("kUP", Key.Name.up), ("kDN", .down), ("kLFT", .left), ("kRIT", .right), ("kHOM", .home), ("kEND", .end),
    ("kIC", .insert), ("kDC", .delete), ("kNXT", .pageDown), ("kPRV", .pageUp),
  ].flatMap { name, key in (3...8).map { ("\(name)\($0)", Key(key, Key.Modifiers(rawValue: UInt8($0 - 1)))) } }
}
