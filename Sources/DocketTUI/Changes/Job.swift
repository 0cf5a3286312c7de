import DocketData
import SwiftData
import TerminalUI

/// A change, or other work in the background: what it is about, and how far it has come once it takes long.
@MainActor
final class Job {
  /// What it is about.
  enum Subject {
    /// It changes these items, or nobody knows which; it may delete them, or make them done or open.
    case change(ItemTargets?, removes: Bool, makingDone: Bool?)
    /// It is no change of the person's.
    case other
  }

  /// Jobs that take no longer are not shown.
  private static let showAfter = Duration.milliseconds(400)
  /// How often it is shown how far it has come.
  static let interval = Duration.milliseconds(200)

  let title: String
  let progress: WorkProgress
  private let subject: Subject
  private var start: Duration?
  /// How far it has come; nil while it has not taken long.
  private var bar: ProgressBar?

  init(_ title: String, _ progress: WorkProgress, subject: Subject) {
    (self.title, self.progress, self.subject) = (title, progress, subject)
  }

  // MARK: - What it is about

  var isChange: Bool {
    if case .change = subject { true } else { false }
  }

  /// Whether an item may become another one by it.
  func mayChange(_ id: PersistentIdentifier) -> Bool {
    guard case .change(let targets, _, _) = subject else { return false }
    return targets?.contains(id) ?? true
  }

  /// Whether it makes an item done or open; nil if neither.
  func state(of id: PersistentIdentifier) -> Bool? {
    guard case .change(let targets?, _, let state?) = subject, targets.contains(id) else { return nil }
    return state
  }

  /// Whether it may be by this change that an item is not in the list any more.
  ///
  /// - Parameter isGone: whether the item is deleted.
  func explains(_ id: PersistentIdentifier, isGone: Bool) -> Bool {
    guard case .change(let targets, let removes, _) = subject else { return false }
    guard let targets else { return true }
    return targets.contains(id) && (!isGone || removes)
  }

  // MARK: - While it takes long

  /// Whether it has taken so long that it is shown.
  var isLong: Bool { bar != nil }

  /// Looks how far it has come.
  func update(_ now: Duration) {
    let begin = start ?? now
    start = begin
    guard now - begin >= Self.showAfter else { return }
    // The total may have become known since.
    if bar?.meter.total != progress.total || bar == nil {
      bar = ProgressBar(title, meter: ProgressMeter(total: progress.total, start: begin))
    }
    bar?.meter.update(done: progress.done, at: now)
  }

  /// Takes the key that ends it.
  ///
  /// - Returns: whether it was that key.
  func handle(_ key: Key) -> Bool { endIf(bar?.handle(key)) }

  /// Takes a press on the key that ends it.
  ///
  /// - Returns: whether that was pressed.
  func handle(_ mouse: MouseEvent) -> Bool { endIf(bar?.handle(mouse)) }

  private func endIf(_ isWanted: Bool?) -> Bool {
    if isWanted == true { progress.cancel() }
    return isWanted == true
  }

  func render(into canvas: inout Canvas, in area: Rect) { bar?.render(into: &canvas, in: area) }
}
