import Foundation
import TerminalUI

/// Shows the events that came, and dies, edits or waits by command, for tests of the runtime in a real terminal.
@MainActor
final class ProbeScene: Scene {
  private let isInert: Bool
  private var lines: [String] = []
  private var count = 0
  private weak var application: Application?

  /// - Parameter isInert: whether keys are shown only, and nothing obeys them.
  init(isInert: Bool) { self.isInert = isInert }

  func start(in application: Application) { self.application = application }

  func handle(_ event: Event) {
    count += 1
    if case .key(let key) = event, !isInert { obey(key) }
    note(Self.text(of: event))
  }

  func render(into canvas: inout Canvas) {
    let size = canvas.bounds
    let shown = ["probe \(size.width)x\(size.height), \(count) events"] + lines.suffix(max(0, size.height - 1))
    for (row, line) in shown.prefix(size.height).enumerated() { canvas.draw(CellLine(line), in: size.row(row)) }
  }

  private func note(_ line: String) { lines = lines.suffix(100) + [line] }

  private func obey(_ key: Key) {
    switch key {
    case "q": application?.exit()
    case "Q": application?.exit(.quit(status: 3))
    case "^z": application?.suspend()
    case "F": fatalError("the last words of a trap")
    case "X": exit(5)
    case "A": abort()
    case "E": edit()
    default: break
    }
  }

  private func edit() {
    Task {
      do {
        let text = try await application?.edit("first line\n", named: "text.md")
        note("edited: \(text.map { String(reflecting: $0) } ?? "nothing")")
      } catch {
        note("failed: \(error)")
      }
      application?.setNeedsDisplay()
    }
  }

  private static func text(of event: Event) -> String {
    switch event {
    case .key(let key): "key \(key)"
    case .paste(let paste): "paste \(paste.text.utf8.count)\(paste.isTruncated ? " cut" : "")"
    case .mouse(let mouse):
      "mouse \(mouse.action) at \(mouse.position.x),\(mouse.position.y) clicks \(mouse.clickCount)"
    case .resize(let size): "size \(size.width)x\(size.height)"
    case .focus(let isFocused): "focus \(isFocused)"
    }
  }
}
