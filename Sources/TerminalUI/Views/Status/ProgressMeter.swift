/// How far something has come, how fast it is, and how long it will take: a value that is told the time.
public struct ProgressMeter: Hashable, Sendable {
  private struct Sample: Hashable, Sendable {
    let time: Duration
    let done: Int
  }

  /// The time over which the rate is measured.
  private static let window = Duration.seconds(5)
  /// The time between samples, so that there are few.
  private static let interval = Duration.milliseconds(200)

  /// How much there is to do; nil if that is not known.
  public let total: Int?
  /// How much is done.
  public private(set) var done = 0

  private var samples: [Sample]
  private var now: Duration

  /// Creates a meter.
  ///
  /// - Parameter start: The time now, as the clock has it.
  public init(total: Int?, start: Duration) {
    self.total = total.map { max(0, $0) }
    samples = [Sample(time: start, done: 0)]
    now = start
  }

  /// Notes how much is done at a time; the clock never goes back.
  public mutating func update(done: Int, at time: Duration) {
    self.done = total.map { done.clamped(to: 0...$0) } ?? max(0, done)
    now = max(now, time)
    if now - samples[samples.count - 1].time >= Self.interval { samples.append(Sample(time: now, done: self.done)) }
    while samples.count > 2, now - samples[1].time >= Self.window { samples.removeFirst() }
  }

  /// The part that is done, from 0 to 1; nil if the total is not known.
  public var fraction: Double? { total.map { $0 == 0 ? 1 : Double(done) / Double($0) } }

  /// How much is done in a second, lately, never less than 0; nil until that can be told.
  public var rate: Double? {
    let seconds = (now - samples[0].time) / .seconds(1)
    // Work may be taken back; then there is no rate that tells anything.
    return seconds >= 0.2 ? max(0, Double(done - samples[0].done)) / seconds : nil
  }

  /// How long the rest will take at this rate; nil if that can't be told.
  public var remaining: Duration? {
    guard let total, let rate, rate > 0 else { return nil }
    let seconds = Double(total - done) / rate
    return seconds < 1e9 ? .milliseconds(Int64(seconds * 1000)) : nil
  }
}
