/// A link in the text of an item.
public struct ItemLink: Hashable, Sendable {
  /// The address, without white space and control characters; it begins with its scheme, so never with a dash.
  public let text: String
  /// What stands before the colon, in lower case.
  public let scheme: String

  /// The schemes of the links that are opened: of pages and mail.
  ///
  /// Any other program could have registered a scheme of its own, and titles and notes come from other people too.
  public static let openedSchemes = ["http", "https", "ftp", "mailto"]

  /// The most links that are found.
  public static let limit = 200
  /// The longest address, in UTF-8.
  private static let maxLength = 4_096

  /// Whether it is one that is opened.
  public var isOpened: Bool { Self.openedSchemes.contains(scheme) }

  /// Finds the links in a text, each once, in the order of the text.
  ///
  /// - Complexity: linear in the length of the text.
  public static func links(in text: String) -> [ItemLink] {
    var (links, seen): ([ItemLink], Set<String>) = ([], [])
    forEach(in: text) { link, _ in
      if seen.insert(link.text).inserted { links.append(link) }
      return links.count < limit
    }
    return links
  }

  /// Finds the links in a text and where they stand, in the order of the text.
  ///
  /// - Complexity: linear in the length of the text.
  public static func occurrences(in text: String) -> [(link: ItemLink, range: Range<String.Index>)] {
    var links: [(link: ItemLink, range: Range<String.Index>)] = []
    forEach(in: text) { link, range in
      links.append((link, range))
      return links.count < limit
    }
    return links
  }

  /// Finds links until a body returns false.
  ///
  /// A link is a scheme with `://` or `mailto:`, and all that follows up to a blank, a quotation mark or an angle bracket;
  /// what ends a sentence, and a closing bracket that belongs to the text around it, are left out.
  ///
  /// - Complexity: linear in the length of the text.
  private static func forEach(in text: String, _ body: (ItemLink, Range<String.Index>) -> Bool) {
    let bytes = text.utf8
    var position = bytes.startIndex
    while let colon = bytes[position...].firstIndex(of: UInt8(ascii: ":")) {
      position = bytes.index(after: colon)
      guard let scheme = scheme(before: colon, in: text), isStart(scheme, text[position...]) else { continue }
      let rest = Substring(text.unicodeScalars[position...].prefix(maxLength + 1).prefix { !ends($0) })
      // What is too long is looked at once.
      if rest.utf8.count > maxLength { position = rest.endIndex }
      let address = trimmed(rest)
      guard rest.utf8.count <= maxLength, address.contains(where: { $0 != "/" }) else { continue }
      position = address.endIndex
      let link = ItemLink(text: String(scheme) + ":" + address, scheme: scheme.lowercased())
      guard body(link, scheme.startIndex..<address.endIndex) else { return }
    }
  }

  private static func scheme(before colon: String.Index, in text: String) -> Substring? {
    let bytes = text.utf8
    var start = colon
    while start > bytes.startIndex {
      let before = bytes.index(before: start)
      guard isInScheme(bytes[before]), bytes.distance(from: before, to: colon) <= 20 else { break }
      start = before
    }
    // What stands before the letters, such as a dash, is not the scheme's.
    while start < colon, !isLetter(bytes[start]) { start = bytes.index(after: start) }
    return bytes.distance(from: start, to: colon) > 1 ? text[start..<colon] : nil
  }

  private static func isStart(_ scheme: Substring, _ rest: Substring) -> Bool {
    rest.utf8.starts(with: "//".utf8) || scheme.lowercased() == "mailto"
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }

  private static func isInScheme(_ byte: UInt8) -> Bool {
    isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "+.-".utf8.contains(byte)
  }

  private static func ends(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.value <= 0x20 || scalar.value == 0x7F || "<>\"`".unicodeScalars.contains(scalar) }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .initialPunctuation,
      .finalPunctuation,
      .privateUse, .unassigned:
      return true
    default: return false
    }
  }

  /// Without what ends a sentence, and without closing brackets that nothing opens.
  private static func trimmed(_ address: Substring) -> Substring {
    var rest = address
    var counts = address.reduce(into: [:] as [Character: Int]) { $0[$1, default: 0] += 1 }
    while let last = rest.last {
      if ".,;:!?'*_…".contains(last) {
        rest.removeLast()
      } else if let open = ([")": "(", "]": "[", "}": "{"] as [Character: Character])[last],
        counts[last, default: 0] > counts[open, default: 0]
      {
        rest.removeLast()
        counts[last, default: 0] -= 1
      } else {
        break
      }
    }
    return rest
  }
}
