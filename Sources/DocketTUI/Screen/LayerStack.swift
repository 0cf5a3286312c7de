import TerminalUI

/// What lies over the list: a bar of progress, a line being typed, and above it what asks or offers something.
///
/// Closing a layer cancels the work that was done for it.
@MainActor
final class LayerStack {
  /// Tells layers apart, also after they closed.
  struct ID: Hashable, Sendable {
    fileprivate let number: Int
  }

  private struct Entry {
    let id: ID
    var layer: any Layer
    /// Loads or follows its contents; cancelled when it closes.
    var work: Task<Void, Never>?
    var region: ObservedRegion?
  }

  /// How far a long job has come; the line and the overlay hide it.
  private var bar: ProgressLayer?
  /// The line that is being typed, below the overlay.
  private(set) var prompt: LinePrompt?
  private var promptID: ID?
  /// Typed texts whose save failed while another text was being typed.
  private var failedPrompts: [LinePrompt] = []
  private var entries: [Entry] = []
  private var lastNumber = 0

  isolated deinit { entries.last?.work?.cancel() }

  /// Shows how far a job has come, or that none takes long.
  func show(_ progress: JobProgress?) { bar = progress.map { bar?.updated($0) ?? ProgressLayer($0) } }

  /// Whether the bar is to be seen.
  var showsBar: Bool { bar != nil && isEmpty }

  /// Gives a key to the bar, which lies below everything else.
  func handleInBar(_ key: Key, at now: Duration) -> LayerOutcome {
    showsBar ? bar?.handle(key, at: now) ?? .passes : .passes
  }

  /// Gives what the mouse did to the bar.
  func handleInBar(_ mouse: MouseEvent) -> LayerOutcome { showsBar ? bar?.handle(mouse) ?? .passes : .passes }

  func renderBar(into canvas: inout Canvas, in area: Rect) { bar?.render(into: &canvas, in: area) }

  // MARK: - The line that is being typed

  /// Whether a search is being typed, so that its rows are not counted.
  var isSearching: Bool { prompt?.isSearch == true }

  /// Shows a line to type in.
  func open(_ prompt: LinePrompt) {
    self.prompt = prompt
    promptID = newID()
  }

  /// Closes the line; one whose save failed meanwhile comes back in its place.
  func closePrompt() {
    prompt = nil
    if let failed = failedPrompts.popLast() { open(failed) }
  }

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

  // MARK: - Overlays

  /// The layer above the list and the line.
  var overlay: (any Layer)? { entries.last?.layer }

  /// The keys that work in the top layer; nil if there is none.
  var hints: [KeyHint]? { overlay?.hints ?? prompt?.hints }

  /// The top layer: the overlay or the line; nil if the list is on top.
  var top: ID? { entries.last?.id ?? (prompt == nil ? nil : promptID) }

  /// Whether nothing lies over the list.
  var isEmpty: Bool { entries.isEmpty && prompt == nil }

  /// Shows a layer in the place of the one above the list.
  @discardableResult
  func open(_ layer: some Layer) -> ID {
    closeOverlay()
    let id = newID()
    entries.append(Entry(id: id, layer: layer))
    return id
  }

  /// Lets a task end with a layer.
  func attach(_ work: Task<Void, Never>, to id: ID) {
    if entries.last?.id == id { entries[entries.count - 1].work = work } else { work.cancel() }
  }

  /// Lets a region end with a layer.
  func attach(_ region: ObservedRegion, to id: ID) {
    if entries.last?.id == id { entries[entries.count - 1].region = region }
  }

  /// The region that was attached to a layer, while that is there.
  func region(of id: ID) -> ObservedRegion? { entries.first { $0.id == id }?.region }

  /// Changes a layer, if it is still there and of a kind.
  func update<L: Layer>(_ id: ID, _ kind: L.Type, _ change: (inout L) -> Void) {
    guard let index = entries.firstIndex(where: { $0.id == id }), var layer = entries[index].layer as? L else { return }
    change(&layer)
    entries[index].layer = layer
  }

  func closeOverlay() { entries.popLast()?.work?.cancel() }

  /// Gives a key to the top layer; an overlay closes if it says so.
  func handle(_ key: Key, at now: Duration) -> LayerOutcome {
    if entries.isEmpty { return edit { $0.handle(key, at: now) } ?? .stays }
    return close(for: entries[entries.count - 1].layer.handle(key, at: now))
  }

  /// Gives what the mouse did to the top layer; an overlay closes if it says so.
  func handle(_ mouse: MouseEvent) -> LayerOutcome {
    if entries.isEmpty { return edit { $0.handle(mouse) } ?? .stays }
    return close(for: entries[entries.count - 1].layer.handle(mouse))
  }

  private func close(for outcome: LayerOutcome) -> LayerOutcome {
    switch outcome {
    case .closes, .closesFor: closeOverlay()
    case .passes, .stays, .refuses, .submits, .cancels, .completes, .edited, .endsJob: break
    }
    return outcome
  }

  /// Gives pasted text to the overlay.
  ///
  /// - Returns: whether there is one.
  func insert(_ text: String) -> Bool {
    guard !entries.isEmpty else { return false }
    entries[entries.count - 1].layer.insert(text)
    return true
  }

  /// Notes that a frame with the top overlay was shown.
  func noteShown(at now: Duration) {
    if !entries.isEmpty { entries[entries.count - 1].layer.noteShown(at: now) }
  }

  /// Draws the overlay; the line has its own row.
  func render(into canvas: inout Canvas, in area: Rect) {
    for index in entries.indices { entries[index].layer.render(into: &canvas, in: area) }
  }

  private func newID() -> ID {
    lastNumber += 1
    return ID(number: lastNumber)
  }
}
