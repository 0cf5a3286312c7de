/// Tells double clicks from clicks: a state machine that is told the time.
struct ClickCounter: Sendable {
  /// The longest time between two presses of a double click.
  static let patience = Duration.milliseconds(400)

  private var last: (press: MouseEvent, time: Duration)?

  /// The event with its count.
  mutating func count(_ event: MouseEvent, at time: Duration) -> MouseEvent {
    guard case .press = event.action else { return event }
    var counted = event
    if let last, time - last.time <= Self.patience, Self.isSamePlace(last.press, event) {
      counted.clickCount = last.press.clickCount + 1
    }
    last = (counted, time)
    return counted
  }

  private static func isSamePlace(_ one: MouseEvent, _ other: MouseEvent) -> Bool {
    one.action == other.action && one.position == other.position && one.modifiers == other.modifiers
  }
}
