import CNcurses

/// What terminfo says the terminal's keys send.
enum CursesKeys {
  private static let names: [(String, Key)] = [
    ("kcuu1", Key(.up)), ("kcud1", Key(.down)), ("kcub1", Key(.left)), ("kcuf1", Key(.right)),
    ("khome", Key(.home)), ("kend", Key(.end)), ("kpp", Key(.pageUp)), ("knp", Key(.pageDown)),
    ("kich1", Key(.insert)), ("kdch1", Key(.delete)), ("kcbt", Key(.tab, .shift)), ("kbs", Key(.backspace)),
  ]

  static func strings() -> [[UInt8]: Key] {
    var table: [[UInt8]: Key] = [:]
    let functions = (1...12).map { ("kf\($0)", Key(.function($0))) }
    for (name, key) in names + functions {
      guard let string = tui_key_string(name) else { continue }
      table[Array(String(cString: string).utf8)] = key
    }
    return table
  }
}
