import Observation
import Testing

@testable import TerminalUI

@MainActor
@Suite struct ObservationTests {
  @Test func aChangedModelDrawsItsRowAlone() async {
    let bench = Bench(["a", "b", "c"])
    let before = bench.scene.list.drawnRows
    bench.scene.models[1]?.title = "B"
    bench.scene.models[1]?.title = "BB"
    await bench.application.idle()
    #expect(bench.screen.drawing == "> a\n  BB\n  c")
    #expect(bench.scene.list.drawnRows == before + 1)
    #expect(bench.screen.paintedCells == 2)
  }

  @Test func aRowOffTheScreenIsWatchedNoMore() async {
    let bench = Bench(["a", "b", "c", "d", "e"])
    await bench.type("\u{1B}[F")
    let frames = bench.screen.presentCount
    bench.scene.models[0]?.title = "A"
    await bench.application.idle()
    #expect(bench.screen.presentCount == frames)
    await bench.type("\u{1B}[H")
    #expect(bench.screen.drawing.hasPrefix("> A"))
  }

  @Test func aRowThatComesBackIsWatchedAgain() async {
    let bench = Bench(["a", "b", "c", "d", "e"])
    await bench.type("\u{1B}[F\u{1B}[H")
    bench.scene.models[0]?.title = "A"
    await bench.application.idle()
    #expect(bench.screen.drawing.hasPrefix("> A"))
  }

  @Test func trackersDoNotPileUp() {
    let model = ModelList.Model("a")
    var changes = 0
    let region = ObservedRegion { changes += 1 }
    for _ in 0..<1000 { region.draw { _ = model.title } }
    Invalidations.shared.drain()
    // Trackers that had stayed in the model would each report this.
    model.title = "b"
    #expect(Invalidations.shared.count == 1)
    Invalidations.shared.drain()
    #expect(changes == 1)
    #expect(!region.isTracking)
  }

  @Test func silencedTrackersDoNotPileUp() {
    struct Weak { weak var tracker: TrackerTicket? }
    let model = ModelList.Model("a")
    let region = ObservedRegion {}
    var trackers: [Weak] = []
    for _ in 0..<100 {
      region.draw { _ = model.title }
      trackers.append(Weak(tracker: region.tracker))
      region.silence()
    }
    #expect(trackers.count { $0.tracker != nil } == 1)
    region.cancel()
    #expect(trackers.allSatisfy { $0.tracker == nil })
  }

  /// The first tracker may stay with the model, those after it are removed.
  @Test func onlyTheFirstTrackerOfARegionIsLeft() {
    struct Weak { weak var tracker: TrackerTicket? }
    let model = ModelList.Model("a")
    var changes = 0
    let region = ObservedRegion(leavingFirstTracker: { changes += 1 })
    var trackers: [Weak] = []
    for _ in 0..<100 {
      region.draw { _ = model.title }
      trackers.append(Weak(tracker: region.tracker))
      region.silence()
    }
    #expect(trackers.indices.filter { trackers[$0].tracker != nil } == [0, 99])
    region.draw { _ = model.title }
    #expect(changes == 0)
    model.title = "b"
    Invalidations.shared.drain()
    #expect(changes == 1)
    #expect(trackers.allSatisfy { $0.tracker == nil })
  }

  @Test func aSilencedRegionHearsNothingUntilItDrawsAgain() {
    let model = ModelList.Model("a")
    var changes = 0
    let region = ObservedRegion { changes += 1 }
    region.draw { _ = model.title }
    region.silence()
    #expect(!region.isTracking)
    model.title = "b"
    Invalidations.shared.drain()
    #expect(changes == 0)
    region.draw { _ = model.title }
    model.title = "c"
    Invalidations.shared.drain()
    #expect(changes == 1)
  }

  @Test func aCancelledRegionHearsNothing() {
    let model = ModelList.Model("a")
    var changes = 0
    let region = ObservedRegion { changes += 1 }
    region.draw { _ = model.title }
    region.cancel()
    Invalidations.shared.drain()
    model.title = "b"
    #expect(Invalidations.shared.isEmpty)
    #expect(changes == 0)
  }
}
