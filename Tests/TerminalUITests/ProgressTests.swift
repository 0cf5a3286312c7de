import Testing

@testable import TerminalUI

@Suite struct ProgressTests {
  private func drawn(_ bar: inout ProgressBar, _ width: Int) -> String {
    var canvas = Canvas(size: Size(width: width, height: 1))
    bar.render(into: &canvas, in: canvas.bounds)
    return canvas.buffer.drawing
  }

  private func importing() -> ProgressBar {
    var meter = ProgressMeter(total: 10_000, start: .seconds(100))
    for second in 1...4 { meter.update(done: second * 1125, at: .seconds(100 + second)) }
    return ProgressBar("Importing items", meter: meter)
  }

  @Test(arguments: [
    (72, "Importing items  ████████··········  45 %  1 125/s  5 s left  Esc cancel"),
    (60, "Importing items  ██····  45 %  1 125/s  5 s left  Esc cancel"),
    (40, "Importing ite…  ██····  45 %  Esc cancel"),
    (26, "Importi…  45 %  Esc cancel"), (16, "45 %  Esc cancel"), (8, "45 %"), (3, "45…"),
  ])
  func whatMattersLeastGivesWay(_ width: Int, _ line: String) {
    var bar = importing()
    #expect(drawn(&bar, width) == line)
  }

  @Test func withoutATotalAMarkMoves() {
    var meter = ProgressMeter(total: nil, start: .zero)
    meter.update(done: 1234, at: .milliseconds(500))
    var bar = ProgressBar("Reading", meter: meter, cancelKey: nil)
    #expect(drawn(&bar, 40).contains("1 234  2 468/s"))
    #expect(drawn(&bar, 40).filter { $0 == "█" }.count == 1)
  }

  @Test func theKeyStopsItOnce() {
    var bar = importing()
    _ = drawn(&bar, 60)
    #expect(bar.handle("x") == false)
    #expect(bar.handle(MouseEvent(.press(0), at: Point(x: 3, y: 0))) == false)
    #expect(bar.handle(MouseEvent(.press(0), at: Point(x: 55, y: 0))) == true)
    #expect(bar.handle("Esc") == false)
    #expect(drawn(&bar, 60).hasSuffix("stopping…"))
  }

  @Test func theRateIsThatOfTheLastSeconds() {
    var meter = ProgressMeter(total: 1000, start: .zero)
    #expect(meter.rate == nil && meter.remaining == nil)
    meter.update(done: 500, at: .seconds(1))
    #expect(meter.rate == 500)
    for second in 2...20 { meter.update(done: 500 + second, at: .seconds(second)) }
    #expect(meter.rate == 1)
    #expect(meter.rateText == "1.0/s")
    #expect(meter.remaining == .seconds(480))
    #expect(meter.remainingText == "8 min left")
    for second in 21...30 { meter.update(done: 520, at: .seconds(second)) }
    #expect(meter.remaining == nil && meter.rateText == "0/s")
    meter.update(done: 5000, at: .seconds(31))
    #expect(meter.done == 1000 && meter.progressText == "100 %" && meter.remainingText == "finishing")
  }

  @Test func nothingToDoIsDone() {
    let meter = ProgressMeter(total: 0, start: .zero)
    #expect(meter.fraction == 1 && meter.progressText == "100 %")
  }
}
