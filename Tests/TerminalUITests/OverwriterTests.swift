import Foundation
import Testing

@testable import TerminalUI

/// What is written over a row, with the place of the cursor and the style in brackets.
@MainActor
@Suite struct OverwriterTests {
  private let encoder: CursesEncoder
  private let target: LinkTarget

  init() throws {
    setlocale(LC_CTYPE, "C.UTF-8")
    encoder = CursesEncoder(isUnicode: true)
    target = try #require(LinkTarget("https://e.org/a;b"))
  }

  private func buffer(_ line: CellLine, width: Int = 30, height: Int = 3, row: Int = 1) -> CellBuffer {
    var canvas = Canvas(size: Size(width: width, height: height))
    canvas.draw(line, at: Point(x: 2, y: row))
    return canvas.buffer
  }

  private func overwriter(_ buffer: CellBuffer, _ encoder: CursesEncoder) -> Overwriter {
    Overwriter(buffer, encoder) { style, point in
      let name = style == .plain ? "" : style == .bold ? " bold" : " styled"
      return Array("[\(point.x),\(point.y)\(name)]".utf8)
    }
  }

  /// The links of a row as they are written, with `<` and `>` for the sequences around them.
  private func written(_ buffer: CellBuffer, row: Int = 1, _ other: CursesEncoder? = nil) -> String {
    let encoder = other ?? encoder
    let links = encoder.links(in: buffer.row(row), y: row, height: buffer.size.height)
    var overwriter = overwriter(buffer, encoder)
    overwriter.write(links)
    var text = String(decoding: overwriter.bytes, as: UTF8.self)
    for link in links {
      text.replace(String(decoding: LinkSequence.opening(target, number: link.number), as: UTF8.self), with: "<")
    }
    return text.replacing(LinkSequence.closing, with: ">")
  }

  @Test func aLinkIsWrittenInItsPlaceAndStyleAndClosed() {
    var line = CellLine("see ")
    line.append("one", style: .bold, link: target)
    line.append("漢é", link: target)
    line.append(" ")
    line.append("more", link: target)
    #expect(written(buffer(line)) == "<[6,1 bold]one[9,1]漢é><[13,1]more>")
    #expect(written(buffer(CellLine("none"))) == "")
    #expect(written(buffer(CellLine("x漢y", link: target)), CursesEncoder(isUnicode: false)) == "<[2,1]x? y>")
  }

  @Test func itsBytesAreThose() throws {
    let buffer = buffer(CellLine("x", link: target))
    let links = encoder.links(in: buffer.row(1), y: 1, height: 3)
    var overwriter = overwriter(buffer, encoder)
    overwriter.write(links)
    overwriter.finish(at: Point(x: 7, y: 2))
    let number = try #require(links.first).number
    let expected = "\u{1B}]8;id=\(number);https://e.org/a;b\u{1B}\\[2,1]x\u{1B}]8;;\u{1B}\\[7,2]"
    #expect(String(decoding: overwriter.bytes, as: UTF8.self) == expected)
  }

  @Test func partsOfALinkInSeveralRowsHaveOneNumber() {
    var canvas = Canvas(size: Size(width: 4, height: 3))
    for (row, line) in CellLine("abcdefgh", link: target).wrapped(to: 4).enumerated() {
      canvas.draw(line, at: Point(x: 0, y: row))
    }
    let links = (0..<3).flatMap { encoder.links(in: canvas.buffer.row($0), y: $0, height: 3) }
    #expect(links.map(\.columns) == [0..<4, 0..<4])
    #expect(Set(links.map(\.number)).count == 1)
  }

  @Test func whatTerminalsDisagreeAboutIsNoLink() {
    #expect(written(buffer(CellLine("a👨‍👩‍👧b", link: target))) == "<[2,1]a><[5,1]b>")
    #expect(written(buffer(CellLine("🇩🇪1️⃣x", link: target))) == "<[6,1]x>")
    var line = CellLine("ab ", link: target)
    line.append("שלום 1", link: target)
    line.append(" cd", link: target)
    #expect(written(buffer(line)) == "<[2,1]ab ><[11,1] cd>")
  }

  @Test func nothingIsWrittenIntoTheLastCellOfTheScreen() {
    #expect(written(buffer(CellLine("abc", link: target), width: 5)) == "<[2,1]abc>")
    #expect(written(buffer(CellLine("abc", link: target), width: 5, row: 2), row: 2) == "<[2,2]ab>")
    #expect(written(buffer(CellLine("a漢", link: target), width: 5, row: 2), row: 2) == "<[2,2]a>")
  }

  @Test func glyphsArePinnedBetweenPlacesOfTheCursor() {
    var line = CellLine("👨‍👩‍👧")
    line.append("abc漢", style: .bold)
    let buffer = buffer(line)
    var overwriter = overwriter(buffer, encoder)
    overwriter.write(encoder.pinnedGlyphs(in: buffer.row(1), y: 1))
    #expect(String(decoding: overwriter.bytes, as: UTF8.self) == "[2,1]👨‍👩‍👧[4,1 bold]abc漢[9,1] ")
  }

  /// A target that was forgotten between drawing and showing.
  @Test func aLinkWithoutTargetIsLeftToCurses() {
    var overwriter = overwriter(buffer(CellLine("x")), encoder)
    overwriter.write([LinkStretch(row: 1, columns: 2..<3, number: CellNumbers.linkNumbers.upperBound - 1)])
    #expect(overwriter.bytes.isEmpty)
  }
}
