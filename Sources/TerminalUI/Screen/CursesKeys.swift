import CTerminalUINcurses

/// What terminfo says the terminal's keys send.
///
/// Source: https://man7.org/linux/man-pages/man5/terminfo.5.html
enum CursesKeys {
  /// The keys that keyboards have; terminfo is right about them.
  private static let usual: [(String, Key)] =
    [
      ("kcuu1", Key(.up)), ("kcud1", Key(.down)), ("kcub1", Key(.left)), ("kcuf1", Key(.right)),
      ("khome", Key(.home)), ("kend", Key(.end)), ("kpp", Key(.pageUp)), ("knp", Key(.pageDown)),
      ("kich1", Key(.insert)), ("kdch1", Key(.delete)), ("kcbt", Key(.tab, .shift)), ("kbs", Key(.backspace)),
      ("kent", Key(.enter)),
    ] + (0...12).map { ("kf\($0)", Key(.function($0))) }

  /// Those and the rest; of names that stand for one string, the first counts.
  ///
  /// - Parameter isKnown: Whether the decoder makes one key of a string by itself. It is then believed more than
  ///   terminfo's rarer names: what xterm's calls F13 is Shift with F1 on every keyboard.
  static func strings(unless isKnown: ([UInt8]) -> Bool = isDecoded) -> [[UInt8]: Key] {
    var table: [[UInt8]: Key] = [:]
    for (name, key) in usual { if let string = string(name), table[string] == nil { table[string] = key } }
    for (name, key) in RareKeys.all {
      guard let string = string(name), table[string] == nil, !isKnown(string) else { continue }
      table[string] = key
    }
    return table
  }

  /// What the description of another terminal says; for tests, while no screen is open.
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
