import DocketData

/// The line that says how far an import or export is.
final class TransferProgress: Sendable {
  private let line: ProgressLine
  private let verb: String
  private let size: Int?
  private let begin = ContinuousClock.now

  /// - Parameters:
  ///   - verb: what is done: "importing".
  ///   - size: how many bytes there are, if that is known.
  /// - Returns: nil if standard error is no terminal.
  init?(_ verb: String, size: Int?) {
    guard let line = ProgressLine() else { return nil }
    self.line = line
    self.verb = verb
    self.size = size
  }

  /// Shows how far it is, a few times a second.
  func show(_ progress: InterchangeProgress) { line.show { text(progress) } }

  /// Takes the line away.
  func clear() { line.clear() }

  private func text(_ progress: InterchangeProgress) -> String {
    let share = size.map { " (\($0 == 0 ? 100 : progress.bytes * 100 / $0) %)" } ?? ""
    return "\(verb): \(Quantity(progress.items, "item"))\(share), \(Rate(progress.items, since: begin))"
  }
}
