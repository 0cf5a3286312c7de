import Foundation
import Measuring
import Observation
import OpenSwiftData

/// Reads of one property of a saved model, on the executor of its context.
enum PropertyBar: Bar {
  static let name = "D8"

  private static let reads = 2_000_000

  static func measure(_ options: Options) async throws -> [Outcome] {
    let store = try BenchmarkStore(holding: BaselineItems(Samples.make(10)))
    let unbound = try times(ModelContext(store.container), options.rounds)
    let queue = try await Reader(modelContainer: store.container).times(options.rounds)
    let main = try await MainActor.run { try times(store.container.mainContext, options.rounds) }
    let plain = times(of: Plain(), options.rounds)
    return outcomes(main, "main context") + outcomes(queue, "model actor") + outcomes(unbound, "unbound context")
      + outcomes(plain, "@Observable class, for comparison", isBound: false)
  }

  struct Times: Sendable {
    var untracked: [Double] = []
    var tracked: [Double] = []
  }

  private static func outcomes(_ times: Times, _ place: String, isBound: Bool = true) -> [Outcome] {
    [
      Outcome(
        name, "untracked read, \(place)", times.untracked.median * 1e9, .nanoseconds, limit: isBound ? 20 : nil),
      Outcome(name, "tracked read, \(place)", times.tracked.median * 1e9, .nanoseconds, limit: isBound ? 60 : nil),
    ]
  }

  fileprivate static func times(_ context: ModelContext, _ rounds: Int) throws -> Times {
    let item = try context.fetch(FetchDescriptor<Item>())[0]
    return times(rounds) { item.priority }
  }

  private static func times(of plain: Plain, _ rounds: Int) -> Times { times(rounds) { plain.priority } }

  /// Times reads outside of an observation, and inside of one that reads the same property again and again.
  @inline(__always)
  private static func times(_ rounds: Int, _ read: () -> Int) -> Times {
    var times = Times()
    for _ in 0..<rounds {
      times.untracked.append(time(read))
      withObservationTracking {
        times.tracked.append(time(read))
      } onChange: {
      }
    }
    return times
  }

  @inline(__always)
  private static func time(_ read: () -> Int) -> Double {
    var sum = 0
    let time = Stopwatch.time { for _ in 0..<reads { sum &+= read() } }
    precondition(sum >= 0)
    return time.seconds / Double(reads)
  }
}

@Observable
private final class Plain {
  var priority = 1
}

@ModelActor
private actor Reader {
  func times(_ rounds: Int) throws -> PropertyBar.Times { try PropertyBar.times(modelContext, rounds) }
}
