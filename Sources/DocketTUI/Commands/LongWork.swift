import DocketData
import SwiftData
import TerminalUI

/// Work that may take long: how far it has come, to be shown once it does.
@MainActor
final class LongWork {
  /// What it is about.
  enum Subject {
    /// It changes these items, or nobody knows which; it may be that it deletes them.
    case change(ItemTargets?, removes: Bool)
    /// It is no change of the person's, as filling the preview.
    case other
  }

  /// What takes no longer is not shown.
  static let patience = Duration.milliseconds(400)
  /// How often it is shown how far it has come.
  static let interval = Duration.milliseconds(200)

  let progress: WorkProgress
  let title: String
  private let subject: Subject
  private var start: Duration?
  /// How far it has come; nil while it has not taken long.
  private(set) var bar: ProgressBar?

  init(_ title: String, _ progress: WorkProgress, subject: Subject) {
    (self.title, self.progress, self.subject) = (title, progress, subject)
  }

  var isChange: Bool {
    if case .change = subject { true } else { false }
  }

  /// Whether an item may become another one by it.
  func mayChange(_ id: PersistentIdentifier) -> Bool {
    guard case .change(let targets, _) = subject else { return false }
    return targets?.contains(id) ?? true
  }

  /// Whether it may be by this change that an item is not in the list any more.
  ///
  /// - Parameter isGone: whether the item is deleted.
  func explains(_ id: PersistentIdentifier, isGone: Bool) -> Bool {
    guard case .change(let targets, let removes) = subject else { return false }
    guard let targets else { return true }
    return targets.contains(id) && (!isGone || removes)
  }

  /// Looks how far it has come.
  func update(_ now: Duration) {
    let begin = start ?? now
    start = begin
    guard now - begin >= Self.patience else { return }
    var bar = newBar(begin)
    bar.meter.update(done: progress.done, at: now)
    self.bar = bar
  }

  /// The total may have become known since.
  private func newBar(_ begin: Duration) -> ProgressBar {
    if let bar, bar.meter.total == progress.total { return bar }
    return ProgressBar(title, meter: ProgressMeter(total: progress.total, start: begin))
  }

  /// Takes the key that ends it.
  ///
  /// - Returns: whether it was that.
  func handle(_ key: Key) -> Bool {
    guard bar?.handle(key) == true else { return false }
    progress.cancel()
    return true
  }

  func handle(_ mouse: MouseEvent) -> Bool {
    guard bar?.handle(mouse) == true else { return false }
    progress.cancel()
    return true
  }

  func render(into canvas: inout Canvas, in area: Rect) { bar?.render(into: &canvas, in: area) }
}
