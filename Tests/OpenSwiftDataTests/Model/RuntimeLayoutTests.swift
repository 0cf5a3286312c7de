import Foundation
import Testing

@testable import OpenSwiftData

@Suite("The runtime's layout is checked before it is relied on")
struct RuntimeLayoutTests {
  @Test func isAsExpectedByEveryReader() throws {
    // Each of these stops the program otherwise.
    _ = KeyPathComponent(\Note.title)
    #expect(EnumerationCases.all(of: Exhibit.Tone.self) == [.low, .deep, .high])
    #expect(String.StandardComparator.localizedStandard != .lexical)
    #expect(CompositeKeyPath(\Specimen.place.floor, among: Specimen._$properties.all) != nil)
  }
}

extension ProcessTests {
  @Suite("The runtime's layout, if it changed")
  struct ChangedLayoutTests {
    @Test func stopsTheProgramIfItChanged() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        alarm(ProcessTests.limit)
        RuntimeLayout.require(false, "key paths")
      }
      let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(message.contains("OpenSwiftData reads the runtime layout of key paths"))
    }
  }
}
