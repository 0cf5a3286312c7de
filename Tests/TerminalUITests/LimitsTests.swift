import Testing

@testable import TerminalUI

/// Numbers that no terminal and no caller should pass, though some do.
@MainActor
@Suite struct LimitsTests {
  @Test(arguments: [
    (80, 24, Size(width: 80, height: 24)), (65535, 65535, Size(width: 4096, height: 256)),
    (1, 65535, Size(width: 1, height: 4096)), (500, 200, Size(width: 500, height: 200)),
  ])
  func aWindowIsUsedWithinLimits(_ columns: Int, _ rows: Int, _ size: Size) {
    #expect(TerminalDevice.bounded(columns: columns, rows: rows) == size)
  }

  @Test func aSelectionMovesAsFarAsItCan() {
    var selection = ListSelection()
    selection.update(height: 5)
    selection.update(count: 100, index: nil)
    selection.select(50)
    selection.move(by: .max)
    #expect(selection.index == 99)
    selection.move(by: .min)
    #expect(selection.index == 0)
    selection.movePage(.max)
    #expect(selection.index == 99 && selection.offset == 95)
    selection.movePage(.min)
    #expect(selection.index == 0 && selection.offset == 0)
    selection.select(50)
    selection.scroll(by: .max)
    #expect(selection.offset == 95)
    selection.scroll(by: .min)
    #expect(selection.offset == 0)
    selection.update(height: .max)
    #expect(selection.visible == 0..<100)
  }

  @Test func aHistoryOfLessThanNothingIsEmpty() {
    var history = InputHistory(["a"], limit: -1)
    history.add("b")
    #expect(history.entries.isEmpty && history.limit == 0)
  }

  @Test func workTakenBackHasNoRate() {
    var meter = ProgressMeter(total: 100, start: .zero)
    meter.update(done: 50, at: .seconds(1))
    meter.update(done: 10, at: .seconds(7))
    meter.update(done: 0, at: .seconds(8))
    #expect(meter.rate == 0 && meter.rateText == "0/s" && meter.remaining == nil)
  }

  @Test(arguments: [
    ("a\r\r\nb", "a\n\nb"), ("\r\n\r\n", "\n\n"), ("\n\r", "\n\n"), ("\r", "\n"), ("x", "x"),
    ("\r\r\r\n\n", "\n\n\n\n"),
  ])
  func everyLineEndIsOne(_ text: String, _ simple: String) {
    #expect(text.withSimpleLineEnds.utf8.elementsEqual(simple.utf8))
    #expect(EditableText(text, lines: .many).text.utf8.elementsEqual(simple.utf8))
    #expect(EditableText(text).text.utf8.elementsEqual(simple.replacing("\n", with: " ").utf8))
    #expect(Paste(bytes: Array(text.utf8), isTruncated: false).text.utf8.elementsEqual(simple.utf8))
  }
}
