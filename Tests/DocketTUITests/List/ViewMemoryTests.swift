import DocketData
import Foundation
import Testing

@testable import DocketTUI

@Suite("What the list showed last")
struct ViewMemoryTests {
  private let home = FileManager.default.temporaryDirectory.appendingPathComponent("views-\(UUID().uuidString)")
  private let usual = Listing(filter: "is:ready sort:agenda")

  private func memory(_ store: String = "/a") throws -> ViewMemory {
    try #require(ViewMemory(environment: ["HOME": home.path], store: URL(fileURLWithPath: store)))
  }

  private var file: URL { home.appendingPathComponent(".local/state/docket/views.json") }

  @Test func isThereAgainForTheSameStore() throws {
    defer { try? FileManager.default.removeItem(at: home) }
    var listing = Listing(filter: NamedQuery.list("Work"))
    (listing.order, listing.search) = (ItemOrder(.due, isAscending: false), "milk")
    try memory().remember(listing, unless: usual)
    let again = try #require(try memory().listing())
    #expect(again.filter == listing.filter && again.order == listing.order && again.search.isEmpty)
    #expect(try memory("/b").listing() == nil)
  }

  @Test func aContextHoldsInTheNextStart() throws {
    defer { try? FileManager.default.removeItem(at: home) }
    var listing = usual
    listing.context = NamedQuery(name: "mine", query: "list:Work or #home")
    try memory().remember(listing, unless: usual)
    #expect(try memory().listing() == listing)
    try memory().remember(usual, unless: usual)
    #expect(try memory().listing() == nil, "it was lifted")
  }

  @Test func isForgottenWithWhatOpensByItself() throws {
    defer { try? FileManager.default.removeItem(at: home) }
    try memory().remember(usual, unless: usual)
    #expect(!FileManager.default.fileExists(atPath: file.path), "nothing was chosen, so nothing is written")
    try memory().remember(Listing(filter: "is:done"), unless: usual)
    try memory().remember(usual, unless: usual)
    #expect(try memory().listing() == nil)
  }

  @Test func hiddenPanesAreRememberedToo() throws {
    defer { try? FileManager.default.removeItem(at: home) }
    try memory().remember(usual, hiding: [.sidebar], unless: usual)
    #expect(try memory().hiddenPanes() == [.sidebar] && memory().listing() == nil)
    try memory().remember(Listing(filter: "is:done"), unless: usual)
    #expect(try memory().hiddenPanes().isEmpty && memory().listing()?.filter.query == "is:done")
  }

  @Test func aDayIsNotRememberedButWhatWasHiddenThereIs() throws {
    defer { try? FileManager.default.removeItem(at: home) }
    try memory().remember(Listing(filter: "is:done"), unless: usual)
    let day = try #require(CalendarDay("2026-11-26"))
    try memory().remember(Listing(filter: NamedQuery.due(on: day)), hiding: [.detail], unless: usual)
    #expect(try memory().hiddenPanes() == [.detail] && memory().listing()?.filter.query == "is:done")
  }

  @Test(arguments: ["", "{", "[]", #"{"/a":{"filter":"is:nonsense","name":"x"}}"#])
  func aFileWithoutSenseIsIgnored(_ text: String) throws {
    defer { try? FileManager.default.removeItem(at: home) }
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
    #expect(try memory().listing() == nil)
    try memory().remember(Listing(filter: "is:done"), unless: usual)
    #expect(try memory().listing()?.filter.query == "is:done")
  }

  @Test func needsAHome() {
    #expect(ViewMemory(environment: ["HOME": "relative"], store: URL(fileURLWithPath: "/a")) == nil)
  }
}
