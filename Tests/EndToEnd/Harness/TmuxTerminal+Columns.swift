import Foundation

extension TmuxTerminal {
  /// Where tmux itself sees a character in rows of the screen, and where each row ends.
  ///
  /// The cursor of copy mode jumps there: columns are those of tmux's own cells.
  func columns(of character: Character, inRows rows: Range<Int>) async throws -> [(character: Int, end: Int)] {
    var script = ["set -g @columns ''", "copy-mode", "send-keys -X top-line"]
    script += Array(repeating: "send-keys -X cursor-down", count: rows.lowerBound)
    for _ in rows {
      script += ["send-keys -X start-of-line", "send-keys -X jump-forward '\(character)'", Self.note]
      script += ["send-keys -X end-of-line", Self.note, "send-keys -X start-of-line", "send-keys -X cursor-down"]
    }
    let scratch = try TemporaryDirectory()
    try scratch.write(Array((script + ["send-keys -X cancel"]).joined(separator: "\n").utf8), to: "script")
    try await tmux(["source-file", scratch.file("script")])
    let numbers = try await tmux(["show-options", "-gv", "@columns"]).split(whereSeparator: \.isWhitespace).map {
      Int($0) ?? -1
    }
    return stride(from: 0, to: numbers.count - 1, by: 2).map { (numbers[$0], numbers[$0 + 1]) }
  }

  private static let note = "set -agF @columns '#{copy_cursor_x} '"
}
