import Foundation
import TerminalUI
import Testing

@Suite("The look of the list in terminals of all kinds", .takesTurns)
struct LookTests {
  /// A terminal by its name and what else it is told.
  struct Kind: Sendable, CustomStringConvertible {
    let type: String
    var environment: [String: String] = [:]
    var isColored = true
    var isUnicode = true
    /// Whether it has fainter letters.
    var isDim = true

    var description: String { "\(type) \(environment)" }
  }

  static let kinds = [
    Kind(type: "xterm-256color"), Kind(type: "tmux-256color"), Kind(type: "screen"), Kind(type: "screen-256color"),
    Kind(type: "linux"), Kind(type: "vt100", isColored: false, isDim: false),
    Kind(type: "xterm-256color", environment: ["NO_COLOR": "1"], isColored: false),
    Kind(type: "xterm-256color", environment: ["LC_ALL": "C"], isUnicode: false),
    Kind(type: "linux", environment: ["LC_ALL": "C", "NO_COLOR": "1"], isColored: false, isUnicode: false),
  ]

  private static let titles = ["Buy milk", "Water the tomatoes 🍅", "Learn 漢字", "Größe — “x”"]

  private static let drawing = """
     docket · all                  open 4 of 4 · by updated ↓
      ○    Buy milk
     ▌○    Water the tomatoes 🍅
      ○    Learn 漢字
      ○    Größe — “x”



     a add  Space done  / search  u undo  ? help  q quit
    """

  private static let asciiDrawing = """
     docket . all                  open 4 of 4 . by updated v
      o    Buy milk
     >o    Water the tomatoes ?
      o    Learn ? ?
      o    Gr??e - "x"



     a add  Space done  / search  u undo  ? help  q quit
    """

  private static func show(_ kind: Kind) async throws -> (terminal: PseudoTerminal, screen: TerminalEmulator) {
    let directory = try TemporaryDirectory()
    try await ListedTitles.write(titles, in: directory)
    let terminal = try await Probe.docket(
      columns: 58, rows: 9, type: kind.type, environment: kind.environment, in: directory)
    try await terminal.waitFor("of 4")
    try await terminal.send("j")
    let mark = kind.isUnicode ? "▌" : ">"
    let screen = try await terminal.waitUntil {
      $0.lines[2].hasPrefix(" \(mark)\(kind.isUnicode ? "○" : "o")    Water")
    }
    return (terminal, screen)
  }

  @Test(arguments: kinds) func isTheDrawing(_ kind: Kind) async throws {
    let (terminal, screen) = try await Self.show(kind)
    #expect(screen.text == (kind.isUnicode ? Self.drawing : Self.asciiDrawing))
    #expect(screen.violations.isEmpty)
    #expect(screen.isCursorVisible == false || kind.type == "vt100")
    if !kind.isUnicode { #expect(terminal.recentText.utf8.allSatisfy { $0 < 0x80 }) }
    try await terminal.send("q")
    #expect(await terminal.ending().ending == .exited(0))
    let end = try await terminal.waitUntil { $0.modes.isEmpty && !$0.isAlternate }
    #expect(terminal.hasModesOfBefore)
    #expect(end.violations.isEmpty, "such as a palette that was changed")
  }

  @Test(arguments: kinds) func hasTheColoursAndAttributesThatTheTerminalHas(_ kind: Kind) async throws {
    let (_, screen) = try await Self.show(kind)
    let dim = kind.isDim ? "2" : ""
    #expect(screen.cells[0][1].style == (kind.isColored ? "1 fg6" : "1"))
    #expect(screen.cells[0][10].style == dim)
    #expect(screen.cells[1][8].style == "")
    #expect(screen.cells[1][2].style == (kind.isColored ? "fg6" : ""))
    // A soft background keeps the colours; with few of them the row is reversed.
    let isSoft = kind.isColored && kind.type.hasSuffix("-256color")
    #expect(screen.cells[2][8].style == (isSoft ? "bg237 fg255" : "7"))
    #expect(screen.cells[2][1].style == (isSoft ? "bg237 fg6" : "7"))
    #expect(screen.cells[2][50].style.hasPrefix(isSoft ? "bg237" : "7"))
    let colors = screen.cells.joined().filter { $0.style.contains("g") }
    #expect(colors.isEmpty == !kind.isColored)
  }

  @Test(arguments: kinds.filter(\.isDim)) func ofADoneRowIsDim(_ kind: Kind) async throws {
    let (terminal, _) = try await Self.show(kind)
    try await terminal.send(" ")
    // Where `j` goes is known once the row stands at its new place.
    try await terminal.waitUntil { $0.text.contains("open 3 of 4") && $0.lines[1].contains("Water") }
    // The cursor has a style of its own.
    try await terminal.send("j")
    let screen = try await terminal.waitUntil { $0.lines[2].contains(kind.isUnicode ? "▌○" : ">o") }
    #expect(screen.lines[1].contains("Water") && screen.lines[1].contains("done "))
    #expect(Set(screen.cells[1].filter { !$0.text.isEmpty && $0.text != " " }.map(\.style)) == ["2"])
    #expect(screen.cells[3][8].style == "")
  }

  /// A real terminal, which has its own idea of widths.
  @Test func isTheDrawingInTmux() async throws {
    let directory = try TemporaryDirectory()
    try await ListedTitles.write(Self.titles, in: directory)
    let list = try await ListTerminal(in: directory, columns: 58, rows: 9)
    try await list.waitFor("of 4")
    try await list.terminal.press("j")
    let screen = try await list.waitFor("▌○    Water")
    #expect(screen.text.trimmingCharacters(in: .newlines) == Self.drawing)
  }

  /// What `--colors` of the probe shows.
  private static let charts: [(type: String, styles: [String])] = [
    ("screen", ["fg1", "fg1", "fg3", "bg0 fg3", "fg4"]),
    ("colors-16", ["fg1", "fg9", "fg3", "bg0 fg3", "fg4"]),
    ("xterm-256color", ["fg1", "fg9", "fg208", "bg16 fg208", "fg21"]),
    ("colors-direct", ["fg1", "fg255,0,0", "fg255,135,0", "bg0,1,3 fg255,128,1", "fg1,2,250"]),
  ]

  /// Descriptions of terminals with 16 colours and with mixtures, which few machines have.
  private static let descriptions = """
    colors-16|16 colours, colors#16, pairs#0x7FFF,
    \tsetaf=\\E[%?%p1%{8}%<%t3%p1%d%e%p1%{82}%+%d%;m, setab=\\E[%?%p1%{8}%<%t4%p1%d%e%p1%{92}%+%d%;m, use=xterm-256color,
    colors-direct|mixtures, colors#0x1000000, pairs#0x7FFF,
    \tsetaf=\\E[%?%p1%{8}%<%t3%p1%d%e38:2::%p1%{65536}%/%d:%p1%{256}%/%{255}%&%d:%p1%{255}%&%d%;m,
    \tsetab=\\E[%?%p1%{8}%<%t4%p1%d%e48:2::%p1%{65536}%/%d:%p1%{256}%/%{255}%&%d:%p1%{255}%&%d%;m, use=xterm-256color,

    """

  private static func describe(in directory: TemporaryDirectory) async throws -> [String: String] {
    try await TerminalDescriptions.compile(descriptions, in: directory)
  }

  /// Those are just enough.
  @Test func with16ColoursTheRowUnderTheCursorKeepsItsColours() async throws {
    let directory = try TemporaryDirectory()
    let kind = Kind(type: "colors-16", environment: try await Self.describe(in: directory))
    let (_, screen) = try await Self.show(kind)
    let (mark, title, blank) = (screen.cells[2][1].style, screen.cells[2][8].style, screen.cells[2][50].style)
    #expect([mark, title, blank] == ["bg8 fg6", "bg8 fg7", "bg8"])
    #expect(screen.violations.isEmpty)
  }

  @Test(arguments: 0..<4) func coloursAreWhatTheTerminalHas(_ index: Int) async throws {
    let chart = Self.charts[index]
    let directory = try TemporaryDirectory()
    let terminal = try PseudoTerminal(
      [Probe.binary, "--colors"], columns: 40, rows: 5, type: chart.type,
      environment: try await Self.describe(in: directory), in: directory)
    let screen = try await terminal.waitFor("abcdefghij")
    let styles = screen.cells[4].prefix(10).map(\.style)
    #expect(Array(styles.prefix(5)) == chart.styles)
    #expect(styles[5] == "1" && styles[6] == "2" && styles[7] == "4" && styles[8] == "7")
    #expect(screen.violations.isEmpty)
  }
}
