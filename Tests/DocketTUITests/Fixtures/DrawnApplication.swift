import DocketData
import Foundation
import TerminalUI
import Testing

/// An application on a memory screen, over a store in memory: what the fixtures have in common.
@MainActor
protocol DrawnApplication {
  var provider: DataProvider { get }
  var application: Application { get }
  /// What is shown.
  var drawing: String { get }
}

extension DrawnApplication {
  /// The handler that somebody else would use.
  func elsewhere() async throws -> DataHandler { try await provider.dataHandlerCreator(preview: true)() }

  /// Waits until the drawing is as wanted.
  func waitUntil(
    _ what: Comment, sourceLocation: SourceLocation = #_sourceLocation, _ condition: (String) -> Bool
  ) async throws {
    let deadline = DispatchTime.now() + .seconds(120)
    while !condition(drawing) {
      guard DispatchTime.now() < deadline else {
        Issue.record("\(what) never came:\n\(drawing)", sourceLocation: sourceLocation)
        return
      }
      await application.idle()
      await withCheckedContinuation { continuation in
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(1)) { continuation.resume() }
      }
    }
  }
}

extension DrawnApplication {
  /// Waits until something is so without waiting for a frame, which a terminal that takes nothing never shows.
  func pollUntil(sourceLocation: SourceLocation = #_sourceLocation, _ condition: () -> Bool) async {
    await DocketTUITests.pollUntil(sourceLocation: sourceLocation, condition)
  }
}

/// Waits until something is so, whatever the main actor has to do meanwhile.
@MainActor
func pollUntil(sourceLocation: SourceLocation = #_sourceLocation, _ condition: () -> Bool) async {
  let deadline = DispatchTime.now() + .seconds(120)
  while !condition() {
    guard DispatchTime.now() < deadline else {
      Issue.record("it never came", sourceLocation: sourceLocation)
      return
    }
    await withCheckedContinuation { continuation in
      DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(1)) { continuation.resume() }
    }
  }
}
