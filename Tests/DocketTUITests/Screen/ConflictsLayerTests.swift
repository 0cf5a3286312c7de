import Foundation
import TerminalUI
import Testing

@testable import DocketTUI

@Suite("Conflicts lie over the list in words")
@MainActor
struct ConflictsLayerTests {
  private func conflict(_ id: String, _ what: String, _ shown: String = "", _ kept: String = "") -> SyncConflict {
    SyncConflict(id: id, what: what, shown: shown, kept: kept, at: ScreenFixture.now.addingTimeInterval(-180))
  }

  private var layer: ConflictsLayer {
    var layer = ConflictsLayer(moments: Moments(now: ScreenFixture.now), style: OverlayStyle())
    layer.show([
      conflict("1.title", "12 “Buy milk”: title", "Buy milk", "Buy oat milk"),
      conflict("2", "“Old”: deleted while it was changed elsewhere"),
    ])
    return layer
  }

  private func decision(_ outcome: LayerOutcome) -> ConflictDecision? {
    if case .decides(let decision) = outcome { decision } else { nil }
  }

  @Test func oneKeyTakesTheOtherValueAndOneKeepsWhatIsShown() {
    var layer = layer
    #expect(decision(layer.handle("o", at: .zero))?.choice == .take)
    #expect(decision(layer.handle("s", at: .zero))?.conflict.id == "1.title")
    _ = layer.handle("j", at: .zero)
    let second = decision(layer.handle("s", at: .zero))
    #expect(second?.conflict.id == "2" && second?.choice == .keep)
    // What is being decided is not decided twice.
    if let second { layer.note(second.conflict, isBeingDecided: true) }
    #expect(decision(layer.handle("s", at: .zero)) == nil)
    layer.show([conflict("1.title", "12 “Buy milk”: title", "Buy milk", "Buy oat milk")])
    #expect(decision(layer.handle("o", at: .zero))?.conflict.id == "1.title")
  }

  @Test func enterDecidesNothingAndEscapeLeadsBack() {
    var layer = layer
    guard case .refuses = layer.handle(Key(.enter), at: .zero) else { return #expect(Bool(false), "it decided") }
    guard case .closes = layer.handle(Key(.escape), at: .zero) else { return #expect(Bool(false), "it stayed") }
  }

  /// A long title leaves the rest of the screen as it is.
  @Test(arguments: [(40, 12), (20, 5), (80, 8)]) func whatIsTooLongIsCut(_ width: Int, _ height: Int) {
    var layer = layer
    let long = String(repeating: "漢字 ", count: 40)
    layer.show([conflict("1.title", "12 “\(long)”: title", long, long)])
    var canvas = Canvas(size: Size(width: width, height: height))
    layer.render(into: &canvas, in: canvas.bounds)
    let text = canvas.buffer.drawing
    #expect(text.contains("shown") && text.contains("other"), "\(text)")
    #expect(text.split(separator: "\n").allSatisfy { TerminalText.width(of: String($0)) <= width })
  }
}
