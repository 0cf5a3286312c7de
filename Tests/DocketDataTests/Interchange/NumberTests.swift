import DocketData
import Foundation
import Testing

/// A number is written in the same digits wherever it is in a file.
@Suite("Numbers in files")
struct NumberTests {
  /// A position as it is typed, and as JSON and CSV write it.
  static let positions = [
    ("1e16", "10000000000000000"), ("1024.0", "1024"), ("-3.50", "-3.5"), ("0.1", "0.1"), ("1e300", "1e+300"),
    ("9007199254740992", "9007199254740992"),
  ]

  @Test(arguments: positions)
  func areWrittenInOneWay(_ typed: String, _ written: String) async throws {
    let exchange = Exchange()
    let text = #"[{"title":"a","position":\#(typed),"extra":{"taskwarrior":{"weight":\#(typed)}}}]"#
    try await exchange.load(text, .json)
    let json = try await exchange.export(.json)
    #expect(json.contains("\"position\":\(written),") && json.contains("\"weight\":\(written)}"), "\(json)")
    #expect(try await exchange.export(.csv).contains(",\(written),"))
    #expect(try await exchange.export(.taskwarrior).contains("\"weight\":\(written)"))
    let again = Exchange()
    try await again.load(json, .json)
    #expect(try await again.export(.json) == json)
  }
}
