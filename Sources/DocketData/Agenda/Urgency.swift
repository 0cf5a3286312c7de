import Foundation

/// How much speaks for doing items now, as one number: of their priority, due date and age, and of what waits for what.
///
/// SQL computes it for the order of a list, see `expression`; for one item it says what the number is made of.
public struct Urgency: Hashable, Sendable {
  /// What each part counts.
  public struct Weights: Hashable, Sendable {
    /// For a high priority; a medium one counts 65 % of it, a low one 30 %.
    public let priority: Double
    /// For an item that is overdue for a week; others count less the later they are due.
    public let due: Double
    /// For an item that is a year old; younger ones count less.
    public let age: Double
    /// For an item that others wait for.
    public let blocking: Double
    /// For an item that waits for others.
    public let blocked: Double

    /// Creates weights, the default ones for those that are left out.
    public init(
      priority: Double = 6, due: Double = 12, age: Double = 2, blocking: Double = 8, blocked: Double = -5
    ) {
      (self.priority, self.due, self.age) = (priority, due, age)
      (self.blocking, self.blocked) = (blocking, blocked)
    }
  }

  /// One reason why an item is urgent, or not.
  public struct Part: Hashable, Sendable {
    /// The reason in a word or two: "due today".
    public let reason: String
    /// What it counts.
    public let value: Double
  }

  /// A part of a weight, for dates before another one.
  struct Step: Hashable, Sendable {
    let end: Date
    let fraction: Double
    let reason: String
  }

  /// What each part counts.
  public let weights: Weights
  /// What the dates are relative to.
  public let reference: DateReference

  /// The steps of due dates, worked out for many items; nil where they are worked out when they are looked at.
  private var knownDueSteps: [Step]?

  /// Creates a measure of urgency for a moment.
  public init(_ weights: Weights = Weights(), at reference: DateReference = DateReference()) {
    self.weights = weights
    self.reference = reference
  }

  /// The same measure for many items.
  var forMany: Urgency {
    var urgency = self
    urgency.knownDueSteps = Array(dueSteps)
    return urgency
  }

  /// The steps of due dates, the earliest first; later dates, and none, count nothing.
  ///
  /// Each is worked out when it is looked at, because dates of a calendar take long.
  var dueSteps: some Sequence<Step> {
    let ends: [(fraction: Double, reason: String, end: (DateReference) -> Date)] = [
      (1, "overdue for a week", { $0.now.addingTimeInterval(-7 * Self.day) }), (0.9, "overdue", { $0.now }),
      (0.8, "due today", { $0.day(1) }), (0.7, "due tomorrow", { $0.day(2) }), (0.5, "due this week", { $0.day(7) }),
      (0.3, "due in two weeks", { $0.day(14) }), (0.2, "has a due date", { _ in .distantFuture }),
    ]
    return ends.lazy.map { Step(end: $0.end(reference), fraction: $0.fraction, reason: $0.reason) }
  }

  /// The steps of the dates on which items were added.
  var ageSteps: some Sequence<Step> {
    [(365, 1, "a year old"), (90, 0.6, "3 months old"), (30, 0.3, "a month old"), (7, 0.1, "a week old")].lazy.map {
      Step(end: reference.now.addingTimeInterval(-$0 * Self.day), fraction: $1, reason: $2)
    }
  }

  /// So many seconds, whatever the clock does: what happened some days ago need not be told to the hour.
  private static let day = 86_400.0

  static func fraction(of priority: Priority) -> Double {
    switch priority {
    case .none: 0
    case .low: 0.3
    case .medium: 0.65
    case .high: 1
    }
  }
}

extension Urgency {
  /// So many items at both ends of an item's dependencies are looked at one by one.
  public static let maxFollowed = 100

  /// What the urgency of an item is made of, the weightiest first; empty for one of which nothing counts.
  ///
  /// Of the items that it waits for, and that wait for it, no more than `maxFollowed` are looked at.
  public func parts(of item: Item) -> [Part] {
    let blocks = item.blocked.prefix(Self.maxFollowed).contains { !$0.isDone }
    let isBlocked = item.blockers.prefix(Self.maxFollowed).contains { !$0.isDone }
    let parts = [
      Part(reason: "priority \(item.priority.name)", value: Self.fraction(of: item.priority) * weights.priority),
      partOfDueDate(item.deadline), part(of: item.createTimestamp, ageSteps, weights.age),
      blocks ? Part(reason: "blocks others", value: weights.blocking) : nil,
      isBlocked ? Part(reason: "is blocked", value: weights.blocked) : nil,
    ]
    return parts.compactMap { $0 }.filter { $0.value != 0 }.sorted { abs($0.value) > abs($1.value) }
  }

  /// The urgency of an item.
  public func value(of item: Item) -> Double { parts(of: item).reduce(0) { $0 + $1.value } }

  /// The urgency of an open item; nil for a done one.
  func valueIfOpen(_ item: Item) -> Double? { item.isDone ? nil : value(of: item) }

  /// The urgency of an item, and what it is made of: "15.6: due today 9.6, priority high 6"; empty for a done item, and
  /// for one of which nothing counts.
  public func words(of item: Item) -> String {
    let parts = item.isDone ? [] : parts(of: item)
    guard !parts.isEmpty else { return "" }
    let sum = parts.reduce(0) { $0 + $1.value }
    return "\(Self.text(sum)): " + parts.map { "\($0.reason) \(Self.text($0.value))" }.joined(separator: ", ")
  }

  /// The number with a digit behind the point, if that is not 0: "15.6", "6".
  static func text(_ value: Double) -> String {
    let tenths = (value * 10).rounded()
    return tenths.truncatingRemainder(dividingBy: 10) == 0 ? "\(Int(tenths) / 10)" : "\(tenths / 10)"
  }

  private func partOfDueDate(_ date: Date) -> Part? {
    knownDueSteps.map { part(of: date, $0, weights.due) } ?? part(of: date, dueSteps, weights.due)
  }

  private func part(of date: Date, _ steps: some Sequence<Step>, _ weight: Double) -> Part? {
    guard date < .distantFuture else { return nil }
    return steps.first { date < $0.end }.map { Part(reason: $0.reason, value: $0.fraction * weight) }
  }
}
