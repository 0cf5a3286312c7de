import DocketData
import SwiftData
import TerminalUI

/// A change or other work in the background, with its progress once it takes long.
@MainActor
final class Job {
  struct ID: Hashable, Sendable {
    let number: Int
  }

  enum Subject {
    /// Changes these items (nil: unknown ones), and may delete them, or make them done or open.
    case change(ItemTargets?, removes: Bool, makingDone: Bool?)
    /// Changes nothing for the person, such as filling the preview.
    case other
  }

  /// Shorter jobs show no progress.
  private static let showAfter = Duration.milliseconds(400)
  /// How often progress is updated.
  static let interval = Duration.milliseconds(200)

  let id: ID
  let title: String
  let progress: WorkProgress
  private let subject: Subject
  private var start: Duration?
  /// Nil until it has taken long.
  private var meter: ProgressMeter?

  init(_ id: ID, _ title: String, _ progress: WorkProgress, subject: Subject) {
    (self.id, self.title, self.progress, self.subject) = (id, title, progress, subject)
  }

  var isChange: Bool {
    if case .change = subject { true } else { false }
  }

  func mayChange(_ id: PersistentIdentifier) -> Bool {
    guard case .change(let targets, _, _) = subject else { return false }
    return targets?.contains(id) ?? true
  }

  /// Whether it makes an item done or open; nil if neither.
  func state(of id: PersistentIdentifier) -> Bool? {
    guard case .change(let targets?, _, let state?) = subject, targets.contains(id) else { return nil }
    return state
  }

  /// Whether this change may be the reason that an item left the list.
  ///
  /// - Parameter isGone: whether the item is deleted.
  func explains(_ id: PersistentIdentifier, isGone: Bool) -> Bool {
    guard case .change(let targets, let removes, _) = subject else { return false }
    guard let targets else { return true }
    return targets.contains(id) && (!isGone || removes)
  }

  /// Nil until it has taken long.
  var shownProgress: JobProgress? { meter.map { JobProgress(id: id, title: title, meter: $0) } }

  func update(_ now: Duration) {
    let begin = start ?? now
    start = begin
    guard now - begin >= Self.showAfter else { return }
    // The total may have become known since.
    if meter == nil || meter?.total != progress.total { meter = ProgressMeter(total: progress.total, start: begin) }
    meter?.update(done: progress.done, at: now)
  }
}

struct JobProgress: Sendable {
  let id: Job.ID
  let title: String
  let meter: ProgressMeter
}
