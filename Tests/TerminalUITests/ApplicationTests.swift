import Glibc
import Testing

@testable import TerminalUI

@MainActor
@Suite struct ApplicationTests {
  @Test func manyRequestsAreOneFrame() async {
    let bench = Bench(["a"])
    for _ in 0..<100 { bench.application.setNeedsDisplay() }
    bench.source.type("xyz")
    await bench.application.idle()
    #expect(bench.screen.presentCount == 2)
  }

  @Test func aLoneEscapeActsWithinFiftyMilliseconds() async {
    let bench = Bench(["a"])
    await bench.type("\u{1B}")
    #expect(bench.scene.events.isEmpty)
    bench.clock.advance(by: .milliseconds(50))
    #expect(bench.scene.events == [.key("Esc")])
    await bench.type("\u{1B}")
    await bench.type("[A")
    #expect(bench.scene.events.last == .key("Up"))
    #expect(bench.clock.pendingCount == 0)
  }

  @Test func quittingGivesTheScreenBack() async {
    let bench = Bench(["a"])
    await bench.type("qx")
    #expect(bench.application.exitReason == .quit(status: 0))
    #expect(bench.screen.isClosed)
    #expect(bench.scene.events == [.key("q")])
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGINT]) func aSignalEnds(_ number: Int32) {
    let bench = Bench(["a"])
    bench.source.send(.signal(number))
    #expect(bench.application.exitReason == .signal(number))
    #expect(bench.application.exitReason?.status == 128 + number)
  }

  @Test func theSceneMaySaveFirst() {
    let bench = Bench(["a"])
    bench.scene.exitsAtOnce = false
    bench.source.send(.endOfInput)
    #expect(bench.scene.refused == [.hangUp])
    #expect(bench.application.exitReason == nil)
    bench.application.exit(.hangUp)
    #expect(bench.screen.isClosed)
  }

  @Test func aNewSizeIsDrawnWhole() async {
    let bench = Bench(["a", "b", "c", "d"])
    bench.screen.resize(to: Size(width: 5, height: 2))
    bench.source.send(.signal(SIGWINCH))
    await bench.application.idle()
    #expect(bench.screen.drawing == "> a\n  b")
    #expect(bench.screen.paintedCells == 10)
    #expect(bench.scene.events == [.resize(Size(width: 5, height: 2))])
  }

  @Test func suspendingGivesTheScreenToTheShell() async {
    let bench = Bench(["a"])
    bench.source.onStop = { [screen = bench.screen] in
      #expect(screen.isSuspended)
      screen.resize(to: Size(width: 4, height: 1))
    }
    await bench.type("\u{1A}")
    #expect(bench.source.stopCount == 1)
    #expect(!bench.screen.isSuspended)
    #expect(bench.screen.drawing == "> a")
  }

  @Test func aSlowTerminalGetsTheLastPictureOnly() async {
    let bench = Bench(["a", "b", "c"])
    bench.screen.isReady = false
    bench.source.type("\u{1B}[B")
    bench.source.type("\u{1B}[B")
    #expect(bench.screen.presentCount == 1)
    bench.screen.isReady = true
    await bench.application.idle()
    #expect(bench.screen.presentCount == 2)
    #expect(bench.screen.drawing == "  a\n  b\n> c")
  }

  @Test func aVanishedTerminalEnds() async {
    let bench = Bench(["a"])
    bench.screen.failure = .vanished
    await bench.type("x")
    #expect(bench.application.exitReason == .hangUp)
  }

  @Test(arguments: 1...5 as ClosedRange<UInt64>)
  func whatIsPaintedIsWhatAFreshDrawingShows(seed: UInt64) async {
    var random = SeededGenerator(seed: seed)
    let bench = Bench((0..<50).map { "item \($0) 漢" }, width: 12, height: 6)
    bench.scene.drawsAhead = true
    for _ in 0..<400 {
      for _ in 0..<Int.random(in: 1...3, using: &random) { act(on: bench, &random) }
      await bench.application.idle()
      var fresh = Canvas(size: bench.screen.size, isFresh: true)
      bench.scene.render(into: &fresh)
      #expect(bench.screen.buffer == fresh.buffer, "seed \(seed)")
    }
  }

  private func act(on bench: Bench, _ random: inout SeededGenerator) {
    switch Int.random(in: 0..<4, using: &random) {
    case 0:
      let keys = ["\u{1B}[A", "\u{1B}[B", "\u{1B}[5~", "\u{1B}[6~", "\u{1B}[1;2B"]
      bench.source.type(keys.randomElement(using: &random) ?? "")
    case 1: bench.scene.models[.random(in: 0..<50, using: &random)]?.title += "字"
    case 2:
      bench.screen.resize(
        to: Size(width: .random(in: 1...20, using: &random), height: .random(in: 1...9, using: &random)))
      bench.source.send(.signal(SIGWINCH))
    default:
      change(bench.scene, &random)
      bench.application.setNeedsDisplay()
    }
  }

  /// What needs a frame that is asked for.
  private func change(_ scene: ModelList, _ random: inout SeededGenerator) {
    let list = scene.list
    switch Int.random(in: 0..<7, using: &random) {
    case 0: list?.toggleMark()
    case 1: if Bool.random(using: &random) { list?.markAll() } else { list?.unmarkAll() }
    case 2: list?.invalidate(.random(in: 0..<50, using: &random))
    case 3: list?.showsScrollBar.toggle()
    case 4:
      // A row that comes back has another model.
      let left = scene.ids.removeLast()
      list?.reload(selecting: list?.selection.index)
      scene.models[left] = ModelList.Model("new \(left)")
      scene.ids.insert(left, at: 0)
      list?.reload(selecting: list?.selectedID.flatMap { scene.ids.firstIndex(of: $0) })
    case 5:
      scene.headings = Bool.random(using: &random) ? [] : [0, Int.random(in: 1..<50, using: &random)]
      list?.reload(selecting: list?.selection.index)
    default:
      let selected = list?.selectedID
      scene.ids.shuffle(using: &random)
      list?.reload(selecting: scene.ids.firstIndex { $0 == selected })
    }
  }
}
