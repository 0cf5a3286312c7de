import Testing

@testable import TerminalUI

@MainActor
@Suite struct ToastTests {
  private let clock = ManualClock()

  private func drawn(_ shelf: ToastShelf, _ width: Int = 40) -> String {
    var canvas = Canvas(size: Size(width: width, height: 2))
    canvas.draw("a row below", in: canvas.bounds.row(1))
    shelf.render(into: &canvas, in: canvas.bounds)
    return canvas.buffer.drawing
  }

  @Test func aToastStandsAtTheRightUntilItsTimeIsOver() {
    let shelf = ToastShelf(clock: clock)
    var changes = 0
    shelf.onChange = { changes += 1 }
    shelf.show(Toast("3 items deleted", hint: KeyHint("u", "undo")))
    #expect(drawn(shelf) == "\na row below     3 items deleted  u undo")
    clock.advance(by: .seconds(5))
    #expect(changes == 0)
    clock.advance(by: .seconds(1))
    #expect(changes == 1)
    #expect(drawn(shelf) == "\na row below")
    #expect(clock.pendingCount == 0)
  }

  @Test func theRowOfTheCursorIsSpared() {
    let shelf = ToastShelf(clock: clock)
    shelf.show(Toast("done"))
    for (row, drawing) in [
      (0, "\n                 done"), (1, "                 done\n"), (nil, "\n                 done"),
    ] {
      var canvas = Canvas(size: Size(width: 22, height: 2))
      shelf.render(into: &canvas, in: canvas.bounds, sparing: row)
      #expect(canvas.buffer.drawing == drawing)
    }
  }

  @Test func aToastStandsAboveTheRowThatIsSpared() {
    let shelf = ToastShelf(clock: clock)
    shelf.show(Toast("done"))
    let (last, above) = ("\n\n\n\n       done", "\n\n\n       done\n")
    for (row, drawing) in [(2, last), (3, last), (4, above)] {
      var canvas = Canvas(size: Size(width: 12, height: 5))
      // The first row is not the toast's.
      shelf.render(into: &canvas, in: canvas.bounds.split(top: 1).rest, sparing: row)
      #expect(canvas.buffer.drawing == drawing)
    }
  }

  @Test func blanksStandBetweenARowAndTheToastOverIt() {
    let shelf = ToastShelf(clock: clock)
    shelf.show(Toast("done"))
    var canvas = Canvas(size: Size(width: 20, height: 1))
    canvas.draw(String(repeating: "漢", count: 10), in: canvas.bounds)
    shelf.render(into: &canvas, in: canvas.bounds)
    #expect(canvas.buffer.drawing == "漢漢漢漢漢漢   done")
    let styles = canvas.buffer.row(0).map(\.style)
    #expect(styles[12...13].allSatisfy { $0 == .plain } && styles[14...].allSatisfy { $0 == shelf.style })
  }

  @Test func theNextOneTakesItsPlaceAndHasItsOwnTime() {
    let shelf = ToastShelf(clock: clock)
    shelf.show(Toast("one"))
    clock.advance(by: .seconds(5))
    shelf.show(Toast("two"), for: .seconds(2))
    clock.advance(by: .seconds(1))
    #expect(shelf.current?.text == "two")
    #expect(clock.pendingCount == 1)
    shelf.dismiss()
    #expect(clock.pendingCount == 0)
    #expect(shelf.current == nil)
  }

  @Test func aShelfThatIsGoneLeavesNoTimer() {
    ToastShelf(clock: clock).show(Toast("lost"))
    #expect(clock.pendingCount == 0)
  }

  @Test func aLongMessageTakesUpToThreeLines() {
    let shelf = ToastShelf(clock: clock)
    shelf.show(Toast("3 items deleted", hint: KeyHint("u", "undo")))
    #expect(drawn(shelf, 20) == "    3 items deleted\na            u undo")
    for width in 0...12 { _ = drawn(shelf, width) }
    shelf.show(Toast("one two three four five six seven eight nine ten eleven twelve thirteen"))
    var canvas = Canvas(size: Size(width: 20, height: 4))
    shelf.render(into: &canvas, in: canvas.bounds)
    #expect(canvas.buffer.drawing == "\n one two three four\n five six seven\n eight nine ten …")
  }

  @Test func thePressFindsTheHint() {
    let shelf = ToastShelf(clock: clock)
    shelf.show(Toast("3 items deleted", hint: KeyHint("u", "undo")))
    _ = drawn(shelf)
    #expect(shelf.hint(pressedBy: MouseEvent(.press(0), at: Point(x: 34, y: 1)))?.keys == "u")
    #expect(shelf.hint(pressedBy: MouseEvent(.press(0), at: Point(x: 20, y: 1))) == nil)
    shelf.dismiss()
    #expect(shelf.hint(pressedBy: MouseEvent(.press(0), at: Point(x: 34, y: 1))) == nil)
  }
}
