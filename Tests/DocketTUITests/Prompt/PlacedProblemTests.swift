import TerminalUI
import Testing

@testable import DocketTUI

@Suite("The mark below a mistake")
@MainActor
struct PlacedProblemTests {
  /// Narrower than each of the searches, so that the field scrolls.
  private static let width = 40
  private static let mistake = "is:"
  private static let words = "日本 some words to look for that no screen as narrow as this has room for"

  /// The columns that a mistake takes on the screen, and those of the marks in the row below.
  private struct Columns: Equatable {
    var mistake: Range<Int>?
    var marks: Range<Int>?
  }

  private func searching(_ text: String) async throws -> ScreenFixture {
    let fixture = try await ScreenFixture(["Buy milk"], width: Self.width, height: 12)
    // A long text that comes at once with the key that begins the search would be taken for a paste into the list.
    await fixture.type("/")
    await fixture.type("\u{1b}[200~\(text)\u{1b}[201~")
    return fixture
  }

  /// - Parameter mistake: what of it can be seen, which stands nowhere else in the field.
  private func columns(_ fixture: ScreenFixture, of mistake: String = mistake) throws -> Columns {
    let rows = (0..<fixture.memory.size.height).map { fixture.memory.buffer.row($0).map(\.glyph.description) }
    let field = try #require(rows.firstIndex { $0.starts(with: [" ", "/", " "]) }, "\(fixture.drawing)")
    #expect(rows[field + 1].joined().contains("needs a value"), "\(fixture.drawing)")
    let places = rows[field].indices.filter { rows[field][$0...].starts(with: mistake.map(String.init)) }
    #expect(places.count < 2)
    let marks = rows[field + 1].indices.filter { rows[field + 1][$0] == "^" }
    #expect(marks == marks.first.map { Array($0..<$0 + marks.count) } ?? [])
    return Columns(
      mistake: places.first.map { $0..<$0 + mistake.count }, marks: marks.first.map { $0..<$0 + marks.count })
  }

  @Test func followsTheFieldThatScrolls() async throws {
    let fixture = try await searching("\(Self.words) \(Self.mistake)")
    let atTheEnd = try columns(fixture)
    // The cursor behind it takes the last column.
    let end = Self.width - 1
    #expect(atTheEnd == Columns(mistake: end - 3..<end, marks: end - 3..<end), "\(fixture.drawing)")
    for step in 1...25 {
      await fixture.type(step == 1 ? " " : "x")
      let place = end - 3 - step..<end - step
      // Neither beside it nor before it is room for the message in the middle, which is said without a mark there.
      let marks = (17...20).contains(place.lowerBound) ? nil : place
      #expect(try columns(fixture) == Columns(mistake: place, marks: marks), "\(fixture.drawing)")
    }
  }

  @Test func isNotThereWhileItsPlaceIsScrolledOut() async throws {
    let fixture = try await searching("\(Self.mistake) \(Self.words)")
    #expect(try columns(fixture) == Columns(), "\(fixture.drawing)")
    // At the beginning of the line the place is seen again.
    await fixture.type("\u{1}")
    #expect(try columns(fixture) == Columns(mistake: 3..<6, marks: 3..<6), "\(fixture.drawing)")
  }

  @Test func isAsLongAsWhatIsSeenOfTheMistake() async throws {
    // The label takes three columns and the cursor one, so there are 36 for a text of 37.
    let fixture = try await searching("\(Self.mistake)  \(String(repeating: "x", count: 32))")
    #expect(try columns(fixture, of: "s:") == Columns(mistake: 3..<5, marks: 3..<5), "\(fixture.drawing)")
    await fixture.type("x")
    #expect(try columns(fixture, of: ":") == Columns(mistake: 3..<4, marks: 3..<4), "\(fixture.drawing)")
    await fixture.type("x")
    #expect(try columns(fixture, of: ":") == Columns(), "\(fixture.drawing)")
  }

  @Test(arguments: [(4, "^^^ wrong"), (12, "wrong ^^"), (0, "^^^ wrong")])
  func standsBelowThePlace(_ place: Int, _ text: String) {
    let line = PlacedProblem("wrong", at: place..<place + (place == 12 ? 2 : 3)).line(width: 16, style: .plain)
    #expect(line.description == String(repeating: " ", count: place == 12 ? 6 : place) + text)
  }
}
