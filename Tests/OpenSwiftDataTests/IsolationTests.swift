import Foundation
import OpenSwiftData
import Synchronization
import Testing

@Suite("Isolation violations", .serialized)
struct IsolationTests {
  @Test func aModelTouchedOffItsExecutorIsReported() async throws {
    let reports = Reports()
    IsolationViolations.setHandler { reports.add($0) }
    let handler = NoteHandler(modelContainer: try memoryContainer(Note.self))
    try await handler.add("confined")
    try await handler.touchElsewhere()
    let all = reports.all.filter { $0.contains("Note.title") }
    #expect(!all.isEmpty)
    #expect(all.first?.contains("OpenSwiftData.ModelContext") == true)
  }
}

private final class Reports: Sendable {
  private let lines = Mutex<[String]>([])
  func add(_ line: String) { lines.withLock { $0.append(line) } }
  var all: [String] { lines.withLock { $0 } }
}

extension NoteHandler {
  /// Breaks the rule on purpose: the model is read on another queue while this one waits.
  fileprivate func touchElsewhere() throws {
    let note = try modelContext.fetch(FetchDescriptor<Note>()).first
    // Sound: this queue is blocked while the other one reads.
    nonisolated(unsafe) let smuggled = note
    DispatchQueue(label: "elsewhere").sync { _ = smuggled?.title }
  }
}
