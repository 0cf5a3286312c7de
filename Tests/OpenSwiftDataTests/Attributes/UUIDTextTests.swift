import Foundation
import Testing

@testable import OpenSwiftData

@Suite("The text of a UUID is Foundation's")
struct UUIDTextTests {
  @Test func ofRandomOnes() {
    for _ in 0..<1_000 {
      let uuid = UUID()
      #expect(uuid.text == uuid.uuidString)
      #expect(UUID(text: uuid.text) == uuid)
      #expect(UUID(text: uuid.uuidString.lowercased()) == uuid)
    }
  }

  @Test(arguments: [
    "", "x", "E621E1F8-C36C-495A-93FC-0C247A3E6E5", "E621E1F8-C36C-495A-93FC-0C247A3E6E5F0",
    "E621E1F8C36C495A93FC0C247A3E6E5F", "E621E1F8-C36C-495A-93FC-0C247A3E6E5G",
    "E621E1F8-C36C-495A-93FC-0C247A3E6E5é", "E621E1F8_C36C_495A_93FC_0C247A3E6E5F",
    " 621E1F8-C36C-495A-93FC-0C247A3E6E5F",
  ])
  func ofWhatIsNone(_ text: String) { #expect(UUID(text: text) == UUID(uuidString: text)) }
}
