import Foundation
import Testing

@testable import OpenSwiftData

@Suite("What is read of the runtime's layout is tried out first")
struct RuntimeLayoutTests {
  @Test func andStopsTheProgramIfItChanged() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      RuntimeLayout.require(false, "key paths")
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("OpenSwiftData reads the runtime layout of key paths"))
  }

  @Test func andIsAsExpectedHere() throws {
    // Each of these stops the program otherwise.
    _ = KeyPathComponent(\Note.title)
    #expect(EnumerationCases.all(of: Exhibit.Tone.self) == [.low, .deep, .high])
    #expect(String.StandardComparator.localizedStandard != .lexical)
    #expect(CompositeKeyPath(\Specimen.place.floor, among: Specimen._$properties.all) != nil)
  }
}
