import Foundation
import Testing

@testable import TerminalUI

@Suite("Hard strings in a terminal", .takesTurns)
struct HardStringsTests {
  /// Writes each line at the left edge and asks the terminal where its cursor is then.
  private static let measuring = """
    while IFS= read -r line <&3; do
      printf '\\r\\033[K%s\\033[6n' "$line"
      IFS= read -rs -d R place
      printf '%s\\n' "${place##*;}" >> columns
    done 3< lines
    touch done
    """

  @Test func takeAsManyColumnsAsWereComputed() async throws {
    setlocale(LC_CTYPE, "C.UTF-8")
    let directory = try TemporaryDirectory()
    let lines = HardStrings.all.map { CellLine($0) }
    #expect(lines.count >= 200)
    let encoder = CursesEncoder(isUnicode: true)
    try directory.write(Array(lines.map { Self.text(encoder.encode($0)) + "\n" }.joined().utf8), to: "lines")
    let terminal = try await TmuxTerminal(
      ["/bin/bash", "-c", Self.measuring], columns: 100, environment: ["LC_ALL": "C.UTF-8"],
      workingDirectory: directory.path)
    try await waitUntil { try directory.contents().contains("done") ? true : nil }
    let measured = String(decoding: try directory.bytes(of: "columns"), as: UTF8.self).split(separator: "\n").map {
      Int($0).map { $0 - 1 }
    }
    try #require(measured.count == lines.count)
    for (text, (line, columns)) in zip(HardStrings.all, zip(lines, measured)) {
      #expect(columns == line.width, "\(text.unicodeScalars.map { String($0.value, radix: 16) })")
    }
    withExtendedLifetime(terminal) {}
  }

  private static func text(_ characters: [wchar_t]) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: characters.compactMap { Unicode.Scalar(UInt32($0)) })
    return String(text)
  }
}
