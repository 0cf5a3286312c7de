import Dispatch
import DocketLocking
import Foundation
import Observation
import Testing

@testable import OpenSwiftData

/// A model must not leave its executor; what happens to one that did.
@Suite("A model touched off its executor", .serialized)
struct IsolationTests {
  private let handler = ReportingHandler()

  private var reports: SeenLines { handler.reports }

  @Test func isReported() async throws {
    let smuggled = try await Smuggled(handlerWith: "confined")
    _ = await smuggled.readElsewhere()
    #expect(!reports.all.isEmpty)
    #expect(reports.all.allSatisfy { $0.contains("Contraband.title") && $0.contains("OpenSwiftData.ModelContext") })
  }

  @Test func isReportedOnceForEachPropertyAndCaller() async throws {
    let smuggled = try await Smuggled(handlerWith: "confined")
    for _ in 0..<5 { _ = await smuggled.readElsewhere() }
    #expect(reports.all.count == 1, "\(reports.all)")
    for _ in 0..<5 { await smuggled.writeElsewhere("changed") }
    #expect(reports.all.count == 2, "\(reports.all)")
  }

  @Test func isReportedWithItsCaller() async throws {
    let smuggled = try await Smuggled(handlerWith: "confined")
    await smuggled.readElsewhere(in: readTitleInAFunctionOfItsOwn)
    await smuggled.readElsewhere { _ = [$0].map(\.title) }
    try #require(reports.all.count == 2, "\(reports.all)")
    #expect(reports.all[0].contains(" by OpenSwiftDataTests.(readTitleInAFunctionOfItsOwn"), "\(reports.all[0])")
    // Neither the key path nor `map`: the closure that names them.
    let closure = #/ by implicit closure #1 .* in OpenSwiftDataTests\.IsolationTests\.isReportedWithItsCaller\(\)/#
    #expect(reports.all[1].contains(closure), "\(reports.all[1])")
  }

  /// The libraries' files come late in the list of what is mapped.
  @Test func findsNamesInLibrariesToo() {
    let stack = [0].map { _ in CallStack.current() }[0]
    #expect(stack.firstFunction { $0.symbol.hasPrefix("$sSl") }?.name.contains("Swift.Collection.map") == true)
  }

  @Test func isReportedAsTheEnvironmentAsks() {
    typealias Reaction = IsolationViolations.Reaction
    let cases: [(variable: String?, debug: Reaction, release: Reaction)] = [
      (nil, .report, .nothing), ("0", .nothing, .nothing), ("1", .report, .report), ("2", .stop, .stop),
      ("yes", .report, .nothing),
    ]
    for (variable, debug, release) in cases {
      #expect(Reaction(variable: variable, isDebugBuild: true) == debug)
      #expect(Reaction(variable: variable, isDebugBuild: false) == release)
    }
  }

  @Test func isReadOnItsQueue() async throws {
    let smuggled = try await Smuggled(handlerWith: "before")
    #expect(await smuggled.readElsewhere() == "before")
  }

  @Test func isWrittenOnItsQueue() async throws {
    let smuggled = try await Smuggled(handlerWith: "before")
    let places = SeenLines()
    let executor = try #require(smuggled.handler.modelExecutor as? DefaultSerialModelExecutor)
    await smuggled.handler.observeTitle {
      places.add(executor.isIsolatingCurrentContext() == true ? "its queue" : "elsewhere")
    }
    await smuggled.writeElsewhere("after")
    #expect(places.all == ["its queue"])
    #expect(await smuggled.handler.heldTitle() == "after")
  }

  @Test func readsItsFaultOnItsQueue() async throws {
    let smuggled = try await Smuggled(handlerWith: "unread", asFault: true)
    #expect(await smuggled.readElsewhere() == "unread")
  }

  @Test @MainActor func ofTheMainContextIsReadAndWrittenOnTheMainActor() async throws {
    #expect(try await placeOfWriting() == "main")
    #expect(reports.all.contains { $0.contains("the main actor") })
  }

  /// Where observers are told of a value that was read and written from elsewhere.
  @MainActor private func placeOfWriting() async throws -> String? {
    let context = try memoryContainer(Contraband.self).mainContext
    let note = Contraband(title: "before")
    context.insert(note)
    try context.save()
    let places = SeenLines()
    let executor = DefaultSerialModelExecutor(modelContext: context)
    withObservationTracking {
      _ = note.title
    } onChange: {
      places.add(executor.isIsolatingCurrentContext() == true ? "main" : "elsewhere")
    }
    // Sound: the main actor awaits the task and does not touch the model meanwhile.
    nonisolated(unsafe) let smuggled = note
    let read = await Task.detached {
      // Others keep the main actor busy at times, and then a caller would give up waiting for it.
      ExecutorQueue.$timeout.withValue(.seconds(60)) {
        let read = smuggled.title
        smuggled.title = "after"
        return read
      }
    }.value
    #expect(read == "before")
    #expect(note.title == "after")
    #expect(places.all.count == 1)
    return places.all.first
  }

  /// Waiting for the queue would never end: it waits for the reader.
  @Test func isReadInPlaceWhenItsQueueWaitsForTheReader() async throws {
    let handler = ContrabandHandler(modelContainer: try memoryContainer(Contraband.self))
    try await handler.add("still here")
    #expect(try await handler.titleReadWhileWaiting() == ["still here", "still here"])
    #expect(try await handler.titles() == ["still here"])
  }

  @Test func isNeverTornByThoseWhoReadAndWriteItAtOnce() async throws {
    let values = (0..<8).map { String(repeating: "\($0)", count: 40) }
    let smuggled = try await Smuggled(handlerWith: values[0])
    let strange = await withTaskGroup(of: Int.self) { group in
      for number in 0..<8 {
        group.addTask {
          if number.isMultiple(of: 2) { await smuggled.handler.write(values, times: 50) }
          return await smuggled.strangeValues(values, times: 50, writes: number % 4 == 1)
        }
      }
      return await group.reduce(0, +)
    }
    #expect(strange == 0)
  }

  @Test func ofAContextWithoutAnExecutorIsReadWhereItIs() async throws {
    let context = ModelContext(try memoryContainer(Contraband.self))
    let note = Contraband(title: "free")
    context.insert(note)
    // Sound: nobody else uses the context.
    nonisolated(unsafe) let moved = note
    #expect(await Task.detached { moved.title }.value == "free")
    #expect(reports.all.isEmpty)
  }
}

extension ProcessTests {
  @Suite("A model touched off its executor in a program that asks to be stopped")
  struct StoppingTests {
    /// Whoever looks for the caller wants the stack of the first one.
    @Test func stopsTheProgramIfThatIsAskedFor() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        alarm(ProcessTests.limit)
        // Nothing has looked at it in this process.
        setenv("OPENSWIFTDATA_ISOLATION", "2", 1)
        let smuggled = try await Smuggled(handlerWith: "confined")
        _ = await smuggled.readElsewhere()
        exit(EXIT_SUCCESS)
      }
      let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(message.contains("isolation violation: Contraband.title was touched off"), "\(message)")
    }
  }
}

private func readTitleInAFunctionOfItsOwn(_ note: Contraband) { _ = note.title }

/// What received reports before a test.
private final class FormerHandler: Sendable {
  let handler = DocketLocking.Lock<@Sendable (String) -> Void>({ _ in })
}

/// Receives the reports of these tests, until the test is over; those of other suites go where they went before.
private final class ReportingHandler: Sendable {
  let reports = SeenLines()
  private let former = FormerHandler()

  init() {
    let reports = reports
    let former = former
    let handler = IsolationViolations.exchangeHandler { report in
      if report.contains("Contraband.") { reports.add(report) } else { former.handler.withLock { $0 }(report) }
    }
    former.handler.withLock { $0 = handler }
  }

  deinit { IsolationViolations.setHandler(former.handler.withLock { $0 }) }
}

/// A model that only these tests touch, so that no report of another suite is about it.
@Model final class Contraband {
  var title: String
  init(title: String) { self.title = title }
}

@ModelActor actor ContrabandHandler {
  /// A model that stays registered between calls.
  var held: Contraband?

  @discardableResult
  func add(_ title: String) throws -> PersistentIdentifier {
    let parcel = Contraband(title: title)
    modelContext.insert(parcel)
    try modelContext.save()
    return parcel.persistentModelID
  }

  func titles() throws -> [String] { try modelContext.fetch(FetchDescriptor<Contraband>()).map(\.title) }
}

/// A model that was carried out of its handler against the rules.
private final class Smuggled: Sendable {
  let handler: ContrabandHandler
  // Sound: the tests are about what the library makes of it.
  nonisolated(unsafe) private let note: Contraband

  init(handlerWith title: String, asFault: Bool = false) async throws {
    let container = try memoryContainer(Contraband.self)
    let id = try await ContrabandHandler(modelContainer: container).add(title)
    handler = ContrabandHandler(modelContainer: container)
    note = await handler.smuggle(id, asFault: asFault)
  }

  func readElsewhere(in body: @escaping @Sendable (Contraband) -> Void) async {
    await Task.detached { body(self.note) }.value
  }

  func readElsewhere() async -> String { await Task.detached { self.note.title }.value }

  func writeElsewhere(_ title: String) async { await Task.detached { self.note.title = title }.value }

  func strangeValues(_ values: [String], times: Int, writes: Bool) async -> Int {
    (0..<times).count { step in
      if writes { note.title = values[step % values.count] }
      return !values.contains(note.title)
    }
  }
}

extension ContrabandHandler {
  fileprivate func smuggle(_ id: PersistentIdentifier, asFault: Bool) -> sending Contraband {
    let note = asFault ? modelContext.model(for: id) as? Contraband : self[id, as: Contraband.self]
    held = note
    // Sound: see `Smuggled`.
    nonisolated(unsafe) let smuggled = note ?? Contraband(title: "nothing to smuggle")
    return smuggled
  }

  fileprivate func heldTitle() -> String? { held?.title }

  fileprivate func write(_ values: [String], times: Int) {
    for step in 0..<times { held?.title = values[step % values.count] }
  }

  fileprivate func observeTitle(_ onChange: @escaping @Sendable () -> Void) {
    withObservationTracking({ _ = held?.title }, onChange: onChange)
  }

  /// This queue is blocked while another thread reads, twice.
  fileprivate func titleReadWhileWaiting() throws -> [String?] {
    let note = try modelContext.fetch(FetchDescriptor<Contraband>()).first
    // Sound: this queue is blocked while the other one reads.
    nonisolated(unsafe) let smuggled = note
    let titles = SeenLines()
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      for _ in 0..<2 { titles.add(smuggled?.title ?? "") }
      done.signal()
    }
    done.wait()
    return titles.all
  }
}

private final class SeenLines: Sendable {
  private let lines = DocketLocking.Lock<[String]>([])
  func add(_ line: String) { lines.withLock { $0.append(line) } }
  var all: [String] { lines.withLock { $0 } }
}
