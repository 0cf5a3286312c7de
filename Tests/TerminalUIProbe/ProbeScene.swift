import Foundation
import TerminalUI

/// Shows the events that came, and dies, edits or waits on command; for tests of the runtime in a real terminal.
@MainActor
final class ProbeScene: Scene {
  private let isInert: Bool
  private var lines: [String] = []
  private var count = 0
  private weak var application: Application?

  /// The letters of the last row, each in its own style.
  private static let chart: [(Character, Style)] = [
    ("a", Style(foreground: .red)), ("b", Style(foreground: .indexed(9))), ("c", Style(foreground: .indexed(208))),
    ("d", Style(foreground: .rgb(255, 128, 1), background: .rgb(0, 0, 3))), ("e", Style(foreground: .rgb(1, 2, 250))),
    ("f", .bold), ("g", .dim), ("h", .underline), ("i", .reverse), ("j", Style(attributes: .italic)),
  ]

  private let showsColors: Bool
  private let showsPairs: Bool
  private let colorsOfPairs: Int

  /// - Parameters:
  ///   - isInert: Whether keys are only shown, and none is a command.
  ///   - showsColors: Whether the last row shows colours.
  ///   - showsPairs: Whether the last row shows, page by page, more pairs of colours than a simple terminal has.
  ///   - colorsOfPairs: Of how many colours some rows show all pairs at once, or half of them after an odd number of events.
  init(isInert: Bool, showsColors: Bool, showsPairs: Bool, colorsOfPairs: Int) {
    (self.isInert, self.showsColors, self.showsPairs) = (isInert, showsColors, showsPairs)
    self.colorsOfPairs = colorsOfPairs
  }

  func start(in application: Application) { self.application = application }

  func handle(_ event: Event) {
    count += 1
    if case .key(let key) = event, !isInert { obey(key) }
    note(Self.text(of: event))
  }

  func render(into canvas: inout Canvas) {
    let size = canvas.bounds
    let shown = ["probe \(size.width)x\(size.height), \(count) events"] + lines.suffix(max(0, size.height - 1))
    for (row, line) in shown.prefix(size.height).enumerated() { canvas.draw(CellLine(line), in: size.row(row)) }
    if showsPairs { drawPairs(into: &canvas) }
    drawAllPairs(into: &canvas)
    guard showsColors else { return }
    var chart = CellLine()
    for (letter, style) in Self.chart { chart.append(String(letter), style: style) }
    canvas.draw(chart, in: size.row(size.height - 1))
  }

  /// Eight letters, each in a colour, on a background that changes with each event.
  private func drawPairs(into canvas: inout Canvas) {
    let page = count % 9
    var line = CellLine("page \(page)")
    line.pad(to: 10)
    for color in 0..<8 as Range<UInt8> {
      let ground = page == 8 ? Color.standard : .indexed(UInt8(page))
      line.append("x", style: Style(foreground: .indexed(color), background: ground))
    }
    canvas.draw(line, in: canvas.bounds.row(canvas.bounds.height - 1))
  }

  /// A row for each background, a letter for each colour; number 8 is the terminal's own.
  private func drawAllPairs(into canvas: inout Canvas) {
    for ground in 0..<(count.isMultiple(of: 2) ? colorsOfPairs : colorsOfPairs / 2) {
      var line = CellLine("\(ground % 10)")
      for color in 0..<colorsOfPairs {
        line.append("x", style: Style(foreground: Self.color(color), background: Self.color(ground)))
      }
      canvas.draw(line, in: canvas.bounds.row(2 + ground))
    }
  }

  private static func color(_ number: Int) -> Color { number == 8 ? .standard : .indexed(UInt8(number)) }

  private func note(_ line: String) { lines = lines.suffix(100) + [line] }

  private func obey(_ key: Key) {
    switch key {
    case "q": application?.exit()
    case "Q": application?.exit(.quit(status: 3))
    case "^z": application?.suspend()
    case "F": fatalError("the last words of a trap")
    case "U":
      // swift-format-ignore: NeverUseForceTry
      try! fail()  // An error that nobody catches is the point.
    case "X": exit(5)
    case "A": abort()
    case "V": end(saying: "\u{1B}]0;title\u{7}\u{9B}31m größe \u{85}end\n")
    case "W": end(saying: (1...20_000).map { "word \($0)\n" }.joined())
    case "E": edit()
    default: break
    }
  }

  private func end(saying words: String) {
    FileHandle.standardError.write(Data(words.utf8))
    exit(6)
  }

  private func fail() throws { throw Failure(description: "nobody caught this") }

  private struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private func edit() {
    Task {
      do {
        let text = try await application?.edit("first line\n", named: "text.md")
        note("edited: \(text.map { String(reflecting: $0) } ?? "nothing")")
      } catch {
        note("failed: \(error)")
      }
      application?.setNeedsDisplay()
    }
  }

  private static func text(of event: Event) -> String {
    switch event {
    case .key(let key): "key \(key)"
    case .paste(let paste): "paste \(paste.text.utf8.count)\(paste.isTruncated ? " cut" : "")"
    case .mouse(let mouse):
      "mouse \(mouse.action) at \(mouse.position.x),\(mouse.position.y) clicks \(mouse.clickCount)"
    case .resize(let size): "size \(size.width)x\(size.height)"
    case .focus(let isFocused): "focus \(isFocused)"
    }
  }
}
