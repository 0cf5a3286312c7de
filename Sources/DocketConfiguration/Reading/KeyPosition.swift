/// Where names stand in the text of a file that could be parsed.
///
/// The parser tells places of its own errors only. A name is looked for line by line below the header of its section,
/// which finds every name that is written the usual way.
struct KeyPosition {
  private let lines: [Substring]

  init(_ text: String) {
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// The place of a name such as `theme`, `confirm.delete` or `keys.add`, or of the section it would be in.
  func position(of name: String) -> ConfigurationError.Position? {
    var section = ""
    var start: ConfigurationError.Position?
    for (index, line) in lines.enumerated() {
      let text = line.drop { $0.isWhitespace }
      let position = ConfigurationError.Position(line: index + 1, column: line.count - text.count + 1)
      if text.hasPrefix("[") {
        section = Self.parts(text.drop { $0 == "[" }.prefix { $0 != "]" }).joined(separator: ".") + "."
        if name == section.dropLast() || name.hasPrefix(section) { start = start ?? position }
      } else if let key = Self.key(of: text), section + key == name {
        return position
      }
    }
    return start
  }

  /// The name before the equals sign.
  private static func key(of line: Substring) -> String? {
    guard !line.hasPrefix("#"), let equals = line.firstIndex(of: "=") else { return nil }
    return parts(line[..<equals]).joined(separator: ".")
  }

  private static func parts(_ name: Substring) -> [String] {
    name.split(separator: ".").map { part in
      String(part.trimming { $0.isWhitespace }.trimming { $0 == "\"" || $0 == "'" })
    }
  }
}

extension Substring {
  fileprivate func trimming(_ isUnwanted: (Character) -> Bool) -> Substring {
    var rest = drop(while: isUnwanted)
    while let last = rest.last, isUnwanted(last) { rest.removeLast() }
    return rest
  }
}
