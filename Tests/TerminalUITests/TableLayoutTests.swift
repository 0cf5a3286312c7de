import Testing

@testable import TerminalUI

@Suite struct TableLayoutTests {
  private let columns = [
    TableColumn("!", minimum: 2, importance: 4),
    TableColumn("Title", minimum: 8, ideal: 16, importance: 9, stretches: true),
    TableColumn("Tags", minimum: 4, ideal: 8, importance: 2),
    TableColumn("Due", minimum: 5, ideal: 11, importance: 5, alignment: .trailing),
  ]
  private let rows = [
    ["!!", "Renew the certificate", "#ops", "today 17:00"], ["", "漢字の練習", "#study #jp", "tomorrow"],
  ]

  private func drawn(_ width: Int) -> String {
    let layout = TableLayout(columns, width: width)
    let lines = [layout.header()] + rows.map { row in layout.line { index, _ in CellLine(row[index]) } }
    #expect(lines.allSatisfy { $0.width == width })
    return lines.map { "\($0)|" }.joined(separator: "\n")
  }

  @Test func whatStretchesTakesTheRest() {
    #expect(
      drawn(50) == """
        !  Title                      Tags             Due|
        !! Renew the certificate      #ops     today 17:00|
           漢字の練習                 #study …    tomorrow|
        """)
  }

  @Test func theLeastImportantBecomeNarrowFirst() {
    #expect(
      drawn(36) == """
        !  Title            Tags         Due|
        !! Renew the certi… #ops today 17:00|
           漢字の練習       #st…    tomorrow|
        """)
    #expect(
      drawn(31) == """
        !  Title            Tags    Due|
        !! Renew the certi… #ops today…|
           漢字の練習       #st… tomor…|
        """)
  }

  @Test func thenTheyVanish() {
    #expect(
      drawn(22) == """
        !  Title    Tags   Due|
        !! Renew t… #ops toda…|
           漢字の … #st… tomo…|
        """)
    #expect(
      drawn(21) == """
        !  Title          Due|
        !! Renew the c… toda…|
           漢字の練習   tomo…|
        """)
    #expect(
      drawn(16) == """
        Title        Due|
        Renew the… toda…|
        漢字の練習 tomo…|
        """)
    #expect(
      drawn(9) == """
        Title    |
        Renew th…|
        漢字の練…|
        """)
    #expect(drawn(3) == "Ti…|\nRe…|\n漢…|")
    #expect(drawn(0) == "|\n|\n|")
  }

  @Test func areasAndPressesFollowTheColumns() {
    let layout = TableLayout(columns, width: 21)
    let areas = layout.areas(in: Rect(x: 10, y: 3, width: 21, height: 1))
    #expect(areas[1] == Rect(x: 13, y: 3, width: 12, height: 1))
    #expect(areas[2] == nil)
    #expect(layout.column(at: 3) == 1)
    #expect(layout.column(at: 2) == nil)
    #expect(layout.column(at: 40) == nil)
  }

  @Test(arguments: 1...50 as ClosedRange<UInt64>)
  func aColumnNeverGivesWayToALessImportantOne(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let columns = (0..<Int.random(in: 1...8, using: &random)).map { _ in
      TableColumn(
        "", minimum: Int.random(in: 0...9, using: &random), ideal: Int.random(in: 0...30, using: &random),
        importance: Int.random(in: 0...4, using: &random), stretches: Bool.random(using: &random))
    }
    for width in 0...100 {
      let spans = TableLayout(columns, width: width, spacing: Int.random(in: 0...2, using: &random)).spans
      let shown = spans.compactMap(\.self)
      #expect(zip(shown, shown.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound }, "seed \(seed), \(width)")
      #expect(shown.allSatisfy { 0 <= $0.lowerBound && $0.upperBound <= width }, "seed \(seed), \(width)")
      let hidden = columns.indices.filter { spans[$0] == nil }.map { columns[$0].importance }.max()
      let kept = columns.indices.filter { spans[$0] != nil }.map { columns[$0].importance }.min()
      if let hidden, let kept { #expect(hidden <= kept, "seed \(seed), \(width)") }
      #expect(width == 0 || !shown.isEmpty, "seed \(seed), \(width)")
      for (column, span) in zip(columns, spans) where shown.count > 1 {
        if let span { #expect(span.count >= column.minimum, "seed \(seed), \(width)") }
      }
    }
  }
}
