import DocketData
import Testing

@Suite("A word that is no filter's name")
struct UnknownFilterTests {
  private static let filters = NamedQuery.standard + [NamedQuery(name: "Next-up", query: "#next")]

  private static let unknown: [(String, String?)] = [
    ("overdeu", "overdue"), ("ove", "overdue"), ("OVERDEU", "overdue"), ("todya", "today"), ("next", "Next-up"),
    ("milk", nil),
  ]

  @Test(arguments: unknown)
  func isToldWithTheNearestName(_ word: String, _ nearest: String?) throws {
    let unknown = try #require(UnknownFilter(word, among: Self.filters))
    #expect(unknown.nearest == nearest)
    #expect(unknown.words == "no filter has the name “\(word)”, so it is looked for as a word")
  }

  @Test(arguments: ["overdue", "Overdue", "next-up", "#home", "is:done", "two words", ""])
  func isNoNameOfAFilterAndNoQuery(_ text: String) {
    #expect(UnknownFilter(text, among: Self.filters) == nil)
  }
}
