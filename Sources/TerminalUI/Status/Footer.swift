/// A command as footer, help and menus show it: its keys, its title, its help, and why it is disabled.
public struct KeyHint: Hashable, Sendable {
  /// The keys, as people write them.
  public let keys: String
  /// One or two words, for the footer; empty where only the keys have room.
  public let title: String
  /// A sentence, for the help screen.
  public let help: String
  /// Whether it can be run now; shown dim if not.
  public let isEnabled: Bool
  /// Why it can't be run now; nil if it can, or the reason isn't known.
  public let whyDisabled: String?

  /// Creates a hint.
  ///
  /// - Parameters:
  ///   - keys: The keys, as people write them.
  ///   - title: One or two words, for the footer.
  ///   - help: A sentence, for the help screen; the title if nil.
  ///   - isEnabled: Whether it can be run now.
  ///   - whyDisabled: Why it can't be run now; with a reason, it is disabled.
  public init(
    _ keys: String, _ title: String, help: String? = nil, isEnabled: Bool = true, whyDisabled: String? = nil
  ) {
    self.keys = keys
    self.title = title
    self.help = help ?? title
    self.isEnabled = isEnabled && whyDisabled == nil
    self.whyDisabled = whyDisabled
  }
}

/// The line at the bottom: as many hints as have room, most important first, and a status at the right.
public struct Footer: Hashable, Sendable {
  /// The hints, most important first.
  public var hints: [KeyHint]
  /// The status, at the right; hints are left out for it.
  public var status: CellLine
  /// The style of the keys.
  public var keyStyle = Style.bold
  /// The style of the titles.
  public var titleStyle = Style.plain

  /// Creates a footer.
  public init(_ hints: [KeyHint], status: CellLine = CellLine()) {
    self.hints = hints
    self.status = status
  }

  /// Draws into the first row of an area.
  public func render(into canvas: inout Canvas, in area: Rect) { canvas.draw(line(width: area.width), in: area) }

  /// The line of a width.
  public func line(width: Int) -> CellLine { .justified(line(fitting: room(in: width)), status, to: width) }

  /// The hint at a column of an area of this width, for the mouse.
  public func hint(at column: Int, width: Int) -> KeyHint? {
    var x = 1
    for hint in hints {
      let end = x + Self.width(of: hint)
      guard end <= room(in: width) else { return nil }
      if (x..<end).contains(column) { return hint }
      x = end + 2
    }
    return nil
  }

  /// Whether hints of it have room beside the status, as far as they have room without it.
  ///
  /// - Parameter byKeys: Whether their keys are enough, with titles or without.
  public func fits(_ important: [KeyHint], width: Int, byKeys: Bool = false) -> Bool {
    let (wanted, shown) = (Footer(important).shown(in: width), shown(in: room(in: width)))
    return wanted.allSatisfy { hint in shown.contains { byKeys ? $0.keys == hint.keys : $0 == hint } }
  }

  /// The hints that have room.
  private func shown(in width: Int) -> [KeyHint] {
    var x = 1
    return Array(
      hints.prefix { hint in
        let end = x + Self.width(of: hint)
        x = end + 2
        return end <= width
      })
  }

  private func room(in width: Int) -> Int { width - (status.width == 0 ? 0 : status.width + 1) }

  private func line(fitting width: Int) -> CellLine {
    var line = CellLine(" ", style: titleStyle)
    for (index, hint) in hints.enumerated() {
      let part = part(hint)
      guard line.width + (index == 0 ? 0 : 2) + part.width <= width else { break }
      if index > 0 { line.append("  ", style: titleStyle) }
      line.append(part)
    }
    return line
  }

  /// The columns of the part of a hint.
  private static func width(of hint: KeyHint) -> Int {
    TerminalText.width(of: hint.keys) + (hint.title.isEmpty ? 0 : 1 + TerminalText.width(of: hint.title))
  }

  private func part(_ hint: KeyHint) -> CellLine {
    let dim = hint.isEnabled ? Style.plain : .dim
    var part = CellLine(hint.keys, style: keyStyle.overlaid(with: dim))
    if !hint.title.isEmpty { part.append(" " + hint.title, style: titleStyle.overlaid(with: dim)) }
    return part
  }
}

/// A line with a left and a right part; the left part is truncated first.
public struct StatusLine: Hashable, Sendable {
  /// The left part.
  public var leading: CellLine
  /// The right part.
  public var trailing: CellLine
  /// The style of the space in between.
  public var style: Style

  /// Creates a status line.
  public init(_ leading: CellLine, trailing: CellLine = CellLine(), style: Style = .plain) {
    self.leading = leading
    self.trailing = trailing
    self.style = style
  }

  /// Draws into the first row of an area.
  public func render(into canvas: inout Canvas, in area: Rect) {
    canvas.draw(.justified(leading, trailing, to: area.width, style: style), in: area, style: style)
  }
}
