import SwiftData
import TerminalUI

/// What lies over the list: the bar of a long job, above it the line that is being typed, above that one overlay.
///
/// Closing an overlay cancels the work that was done for it.
@MainActor
final class LayerStack {
  /// Tells layers apart, also after they closed.
  struct ID: Hashable, Sendable {
    fileprivate let number: Int
  }

  /// What a line that was left is for.
  enum Draft: Hashable {
    case newItem(below: PersistentIdentifier?)
    case title(of: PersistentIdentifier)
  }

  private struct Overlay {
    let id: ID
    var layer: any Layer
    /// Loads or follows its contents; cancelled when it closes.
    var work: Task<Void, Never>?
    var region: ObservedRegion?
  }

  /// The progress of a long job, in the place of the footer while nothing lies above it.
  private var bar: (job: Job.ID, bar: ProgressBar)?
  /// The line that is being typed, below the overlay.
  private(set) var prompt: LinePrompt?
  private var promptID: ID?
  /// Typed texts whose save failed while another text was being typed.
  private var failedPrompts: [LinePrompt] = []
  /// The lines that were left with a text, by what they are for.
  private var drafts: [Draft: LinePrompt] = [:]
  private var topOverlay: Overlay?
  private var lastNumber = 0
  private var tell: ScreenEvents?

  isolated deinit { topOverlay?.work?.cancel() }

  func start(_ tell: @escaping ScreenEvents) { self.tell = tell }

  /// Shows the progress of a long job; nil if there is none.
  func show(_ progress: JobProgress?) {
    guard let progress else { return bar = nil }
    // That of another job begins anew.
    if bar?.job != progress.id { bar = (progress.id, ProgressBar(progress.title, meter: progress.meter)) }
    bar?.bar.meter = progress.meter
  }

  var showsBar: Bool { bar != nil && isEmpty }

  /// Whether a key cancels the job that the bar shows.
  func cancelsJob(_ key: Key) -> Bool { showsBar && bar?.bar.handle(key) == true }

  /// Whether a click cancels the job that the bar shows.
  func cancelsJob(_ mouse: MouseEvent) -> Bool { showsBar && bar?.bar.handle(mouse) == true }

  func renderBar(into canvas: inout Canvas, in area: Rect) { bar?.bar.render(into: &canvas, in: area) }

  // MARK: - The line

  /// Whether a search is being typed, so that its rows are not counted.
  var isSearching: Bool { prompt?.isSearch == true }

  func open(_ prompt: LinePrompt) {
    self.prompt = prompt
    promptID = newID()
  }

  /// Closes the line; one whose save failed meanwhile comes back in its place.
  func closePrompt() {
    prompt = nil
    if let failed = failedPrompts.popLast() { open(failed) }
  }

  /// Keeps the line with what was typed until it is opened again.
  func keep(_ prompt: LinePrompt, as draft: Draft) {
    drafts[draft] = prompt.asDraft()
  }

  /// The kept texts.
  var draftTexts: [String] { drafts.values.map(\.field.text) }

  /// The line that was kept, which is forgotten then.
  func take(_ draft: Draft) -> LinePrompt? { drafts.removeValue(forKey: draft) }

  /// Shows a line again whose text could not be saved, when no other one is being typed.
  func restore(_ failed: LinePrompt) {
    if prompt == nil { open(failed) } else { failedPrompts.append(failed) }
  }

  /// Changes the line that is being typed.
  ///
  /// - Returns: nil if there is none.
  @discardableResult
  func edit<Result>(_ change: (inout LinePrompt) -> Result) -> Result? {
    guard var prompt else { return nil }
    // A second reference would have the text copied.
    self.prompt = nil
    defer { self.prompt = prompt }
    return change(&prompt)
  }

  // MARK: - The overlay

  var overlay: (any Layer)? { topOverlay?.layer }

  /// The keys that work in the top layer; nil if there is none.
  var hints: [KeyHint]? { overlay?.hints ?? prompt?.hints }

  /// The top layer: the overlay or the line; nil if the list is on top.
  var top: ID? { topOverlay?.id ?? (prompt == nil ? nil : promptID) }

  /// Whether nothing but the bar lies over the list.
  var isEmpty: Bool { topOverlay == nil && prompt == nil }

  /// Shows an overlay in the place of the one before.
  @discardableResult
  func open(_ layer: some Layer) -> ID {
    closeOverlay()
    let id = newID()
    topOverlay = Overlay(id: id, layer: layer)
    return id
  }

  /// Lets a task end with an overlay.
  func attach(_ work: Task<Void, Never>, to id: ID) {
    if topOverlay?.id == id { topOverlay?.work = work } else { work.cancel() }
  }

  /// The region of what an overlay shows, which ends with it; nil if the overlay is gone.
  func region(of id: ID) -> ObservedRegion? {
    guard topOverlay?.id == id else { return nil }
    if let region = topOverlay?.region { return region }
    let region = ObservedRegion { [weak self] in self?.tell?(.overlay(id)) }
    topOverlay?.region = region
    return region
  }

  /// Changes an overlay, if it is still there and of a kind.
  func update<L: Layer>(_ id: ID, _ kind: L.Type, _ change: (inout L) -> Void) {
    guard topOverlay?.id == id, var layer = topOverlay?.layer as? L else { return }
    change(&layer)
    topOverlay?.layer = layer
  }

  func closeOverlay() {
    topOverlay?.work?.cancel()
    topOverlay = nil
  }

  // MARK: - The top layer

  /// Gives a key to the top layer; an overlay closes if it says so.
  func handle(_ key: Key, at now: Duration) -> LayerOutcome {
    guard let outcome = topOverlay?.layer.handle(key, at: now) else {
      return edit { $0.handle(key, at: now) } ?? .stays
    }
    return close(for: outcome)
  }

  /// Gives a mouse event to the top layer; an overlay closes if it says so.
  func handle(_ mouse: MouseEvent) -> LayerOutcome {
    guard let outcome = topOverlay?.layer.handle(mouse) else { return edit { $0.handle(mouse) } ?? .stays }
    return close(for: outcome)
  }

  private func close(for outcome: LayerOutcome) -> LayerOutcome {
    switch outcome {
    case .closes, .closesFor: closeOverlay()
    case .stays, .refuses, .submits, .cancels, .completes, .edited, .turnsPage, .shows, .decides: break
    }
    return outcome
  }

  /// Gives pasted text to the overlay.
  ///
  /// - Returns: whether there is one.
  func insert(_ text: String) -> Bool { topOverlay?.layer.insert(text) != nil }

  /// Notes that a frame with the overlay was shown.
  func noteShown(at now: Duration) { topOverlay?.layer.noteShown(at: now) }

  /// Draws the overlay; the line has its own row.
  func render(into canvas: inout Canvas, in area: Rect) { topOverlay?.layer.render(into: &canvas, in: area) }

  private func newID() -> ID {
    lastNumber += 1
    return ID(number: lastNumber)
  }
}
