/// The progress, the rate and the remaining time of a job: a value that is told the time.
public struct ProgressMeter: Hashable, Sendable {
  private struct Sample: Hashable, Sendable {
    let time: Duration
    let done: Int
  }

  /// The period over which the rate is measured.
  private static let window = Duration.seconds(5)
  /// The shortest time between samples, so that there are few.
  private static let interval = Duration.milliseconds(200)

  /// The amount of work; nil if it is unknown.
  public let total: Int?
  /// The amount done.
  public private(set) var done = 0

  private var samples: [Sample]
  private var now: Duration

  /// Creates a meter.
  ///
  /// - Parameters:
  ///   - total: The amount of work; nil if it is unknown.
  ///   - start: The time now.
  public init(total: Int?, start: Duration) {
    self.total = total.map { max(0, $0) }
    samples = [Sample(time: start, done: 0)]
    now = start
  }

  /// Sets the amount done at a time; the clock never goes back.
  public mutating func update(done: Int, at time: Duration) {
    self.done = total.map { done.clamped(to: 0...$0) } ?? max(0, done)
    now = max(now, time)
    if now - samples[samples.count - 1].time >= Self.interval { samples.append(Sample(time: now, done: self.done)) }
    while samples.count > 2, now - samples[1].time >= Self.window { samples.removeFirst() }
  }

  /// The share that is done, from 0 to 1; nil if the total is unknown.
  public var fraction: Double? { total.map { $0 == 0 ? 1 : Double(done) / Double($0) } }

  /// The recent amount per second, at least 0; nil until it is known.
  public var rate: Double? {
    let seconds = (now - samples[0].time) / .seconds(1)
    // Work may be undone; then the rate says nothing.
    return seconds >= 0.2 ? max(0, Double(done - samples[0].done)) / seconds : nil
  }

  /// The time for the rest at this rate; nil if it is unknown.
  public var remaining: Duration? {
    guard let total, let rate, rate > 0 else { return nil }
    let seconds = Double(total - done) / rate
    return seconds < 1e9 ? .milliseconds(Int64(seconds * 1000)) : nil
  }
}

extension ProgressMeter {
  /// The share that is done, such as `45 %`, or without a total the amount, such as `1 200`.
  public var progressText: String { fraction.map { "\(Int($0 * 100)) %" } ?? Self.grouped(done) }

  /// The rate, such as `1 200/s`; empty until it is known.
  public var rateText: String {
    guard let rate else { return "" }
    if rate == 0 || rate >= 10 { return Self.grouped(Int(min(rate, 1e15))) + "/s" }
    return "\(Int(rate)).\(Int(rate * 10) % 10)/s"
  }

  /// The remaining time, such as `12 s left`, or `finishing` once all that was counted is done; empty if it is unknown.
  public var remainingText: String {
    if let total, total > 0, done == total { return "finishing" }
    guard let remaining else { return "" }
    let seconds = Int((remaining / .seconds(1)).rounded(.up))
    switch seconds {
    case ..<60: return "\(seconds) s left"
    case ..<3600: return "\(seconds / 60) min left"
    default: return "\(seconds / 3600) h \(seconds % 3600 / 60) min left"
    }
  }

  private static func grouped(_ number: Int) -> String {
    var (rest, groups) = (String(number), [String]())
    while rest.count > 3 {
      groups.insert(String(rest.suffix(3)), at: 0)
      rest = String(rest.dropLast(3))
    }
    return ([rest] + groups).joined(separator: " ")
  }
}
