import Foundation

/// How patiently a database is tried, and how often it is looked at.
public struct PostgreSQLConfiguration: Sendable {
  /// How long a call tries again after a lost connection, a deadlock or a serialization failure.
  public var retryDeadline = Duration.seconds(30)
  /// The longest pause before the first of these; each later one may be twice as long.
  public var firstPause = Duration.milliseconds(100)
  /// The longest pause at all.
  public var longestPause = Duration.seconds(10)
  /// How often `wait` looks: while something happens, and after nothing has happened for a while.
  ///
  /// The first for half a minute after the last batch, then rarer and rarer.
  public var polling = Duration.seconds(1)...Duration.seconds(15)
  /// Whether `wait` listens to hints of the server, and `push` gives them; poolers drop them, which does no harm.
  public var usesHints = true
  /// How many connections a database has, at most, for `push` to give hints.
  ///
  /// PostgreSQL wakes every connection of the database that listens to anything: with 1 000 of them a hint takes 25 ms,
  /// with 100 of them 2 ms, with none 0.1 ms. Beyond the limit all look from time to time.
  public var maxHintedConnections = 100
  /// How long it is remembered that a snapshot stands for a batch; who comes back later reads the snapshots.
  public var horizon = Duration.seconds(90 * 24 * 3600)

  /// The time that pauses and the deadline are measured with; tests give one that runs as they say.
  var clock: any Clock<Duration> & Sendable = ContinuousClock()
  /// A random part of a pause, so that replicas that lost a server together do not come back together.
  var jitter: @Sendable (Duration) -> Duration = { $0 * Double.random(in: 0...1) }
  /// This machine's time, in milliseconds since 1970.
  var wall: @Sendable () -> Int64 = { Int64((Date().timeIntervalSince1970 * 1000).rounded()) }
  /// Called when a wait has looked and listens; tests know by it that somebody waits.
  var willPause: @Sendable () -> Void = {}

  /// The usual values.
  public init() {}

  /// The pause before another attempt: a random part of a time that doubles with each, up to the longest.
  ///
  /// - Parameter attempt: how many attempts were repeated before this one.
  func pause(before attempt: Int) -> Duration {
    jitter(min(longestPause, firstPause * (1 << min(attempt, 20))))
  }
}
