import Foundation
import TerminalUI
import Testing

@testable import DocketTUI

@Suite("Conflicts lie over the list in words")
@MainActor
struct ConflictsLayerTests {
  private func conflict(_ id: String, _ what: String, _ shown: String = "", _ kept: String = "") -> SyncConflict {
    let now = ScreenFixture.now
    return SyncConflict(
      id: id, what: what, shown: shown, kept: kept, item: shown.isEmpty ? nil : 12, at: now.addingTimeInterval(-600),
      by: "another machine", shownAt: now.addingTimeInterval(-180), shownBy: "this machine")
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

  @Test func bothValuesSayWhenAndWhereTheyWereWritten() {
    var layer = layer
    var canvas = Canvas(size: Size(width: 60, height: 12))
    layer.render(into: &canvas, in: canvas.bounds)
    let lines = Self.lines(canvas)
    let start = lines.firstIndex(of: "shown    Buy milk") ?? lines.endIndex
    #expect(
      lines[start...].prefix(4)
        == ["shown    Buy milk", "3 min ago, this machine", "other    Buy oat milk", "10 min ago, another machine"],
      "\(canvas.buffer.drawing)")
    _ = layer.handle(Key(.down), at: .zero)
    var second = Canvas(size: Size(width: 60, height: 12))
    layer.render(into: &second, in: second.bounds)
    let about = Self.lines(second)
    #expect(about.contains("deleted  3 min ago, this machine"), "\(second.buffer.drawing)")
    #expect(about.contains("written  10 min ago, another machine"), "\(second.buffer.drawing)")
  }

  /// Whoever moves an item to a shared list, or off it, has to know who sees what is taken.
  @Test func whoSeesWhatIsTakenIsSaid() {
    var layer = layer
    var moved = conflict("3", "“Plan”: moved to a shared list", "on another list", "title X")
    moved.note = "on your machines only; taking shows it to all who share the list"
    layer.show([moved])
    var canvas = Canvas(size: Size(width: 80, height: 14))
    layer.render(into: &canvas, in: canvas.bounds)
    let text = canvas.buffer.drawing
    #expect(text.contains("kept     on your machines only; taking shows it to all who share the list"), "\(text)")
    var low = Canvas(size: Size(width: 80, height: 8))
    layer.render(into: &low, in: low.bounds)
    #expect(low.buffer.drawing.contains("taking shows it to all"), "\(low.buffer.drawing)")
  }

  /// Without frames and blanks.
  private static func lines(_ canvas: Canvas) -> [String] {
    canvas.buffer.drawing.split(separator: "\n").map { $0.trimmingCharacters(in: CharacterSet(charactersIn: "│ ")) }
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
