import Foundation
import Testing

@testable import TerminalUI

@Suite struct ASCIIFallbackTests {
  private static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../Sources/TerminalUI").standardizedFileURL

  /// What the library draws stands in literals of its sources; comments do not count.
  @Test func everythingThatTheLibraryDrawsHasALook() throws {
    let files = try #require(FileManager.default.enumerator(at: Self.sources, includingPropertiesForKeys: nil))
      .compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
    #expect(files.count > 100)
    for file in files {
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
        let code = line.prefix(upTo: line.range(of: "//")?.lowerBound ?? line.endIndex)
        let missing = code.unicodeScalars.filter { ASCIIFallback.look(of: $0) == nil }
        #expect(missing.isEmpty, "\(file.lastPathComponent): \(line)")
      }
    }
  }

  @Test func everyMarkHasALook() {
    let scalars = (0...0xFFFF).compactMap { Unicode.Scalar($0 as UInt32) }
    let marks = Set(scalars.compactMap(VisibleMark.mark(for:)))
    #expect(marks.count > 30)
    #expect(marks.allSatisfy { ASCIIFallback.look(of: $0) != nil })
  }

  @Test(arguments: [("3×4", "3x4"), ("a\u{1B}b", "a^b"), ("x\u{2028}y", "x/y"), ("\u{301}", "o"), ("é漢", "??")])
  func textIsShown(_ text: String, _ shown: String) {
    let look = CellLine(text).cells.filter { !$0.isContinuation }.map { ASCIIFallback.scalar(for: $0.glyph) }
    #expect(String(String.UnicodeScalarView(look)) == shown)
  }
}
