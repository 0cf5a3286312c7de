import DocketConfiguration
import DocketData
import SwiftData
import TerminalUI

/// Something that lies over the list and takes events until it closes: a value that says what came of each.
///
/// The top layer gets the event, and what it shows is what can be clicked.
@MainActor
protocol Layer {
  /// The keys that work in it, for the footer.
  var hints: [KeyHint] { get }

  /// Takes a key.
  ///
  /// - Parameter now: when it was pressed, by the clock of the frames.
  mutating func handle(_ key: Key, at now: Duration) -> LayerOutcome

  /// Takes what the mouse did.
  mutating func handle(_ mouse: MouseEvent) -> LayerOutcome

  /// Takes pasted text, which only ever becomes text: it chooses nothing and answers nothing.
  mutating func insert(_ text: String)

  /// Notes that a frame with it was shown.
  mutating func noteShown(at now: Duration)

  mutating func render(into canvas: inout Canvas, in area: Rect)
}

extension Layer {
  mutating func insert(_ text: String) {}

  mutating func noteShown(at now: Duration) {}
}

/// What came of an event in a layer.
enum LayerOutcome: Sendable {
  case stays
  case closes
  /// It closes, and this is to be done.
  case closesFor(Choice)
  /// It stays, and says why the key did nothing.
  case refuses(String)
  /// A line is to be saved, given up, or completed; or its text is another one.
  case submits
  case cancels
  case completes
  case edited

  /// What was chosen in it.
  enum Choice: Sendable {
    case command(Command)
    case filter(NamedQuery)
    case order(ItemOrder)
    /// These lines are to become items, below one or for themselves.
    case addLines([String], PersistentIdentifier?)
    /// The same lines are to become the text of one item that is being typed.
    case joinLines([String], PersistentIdentifier?)
    case delete(ItemTargets)
    case deleteNamed(NamedThing)
    case keep
  }

  fileprivate init(_ outcome: ChoiceOutcome<Choice>) {
    self =
      switch outcome {
      case .chosen(let choice): .closesFor(choice)
      case .closed: .closes
      case .continues: .stays
      }
  }
}

// MARK: - Help

struct HelpLayer: Layer {
  private var help: HelpScreen

  init(_ hints: [KeyHint], style: OverlayStyle) {
    help = HelpScreen(title: "Keys", hints: hints)
    help.style = style
  }

  var hints: [KeyHint] {
    [KeyHint("Esc", "close"), KeyHint("j", "down"), KeyHint("k", "up"), KeyHint("/", "search")]
  }

  mutating func handle(_ key: Key, at now: Duration) -> LayerOutcome { help.handle(key) ? .stays : .closes }

  mutating func handle(_ mouse: MouseEvent) -> LayerOutcome {
    _ = help.handle(mouse)
    return .stays
  }

  mutating func insert(_ text: String) { help.insert(text) }

  mutating func render(into canvas: inout Canvas, in area: Rect) { help.render(into: &canvas, in: area) }
}

// MARK: - Palette and filters

/// Commands, or filters, found by some letters of their names.
struct PaletteLayer: Layer {
  typealias Choices = [TerminalUI.Choice<LayerOutcome.Choice>]

  private var palette: CommandPalette<LayerOutcome.Choice>
  /// What Enter does, in a word.
  private let verb: String

  /// - Parameter verb: what Enter does, in a word.
  init(_ title: String, _ choices: Choices, verb: String, placeholder: String = "type to search", style: OverlayStyle) {
    palette = CommandPalette(title, choices, placeholder: placeholder)
    palette.style = style
    self.verb = verb
  }

  var hints: [KeyHint] { [KeyHint("Enter", verb), KeyHint("Esc", "close")] }

  /// The choices that match what was typed.
  var matches: Choices { palette.matches }

  /// Exchanges the choices, as what they say has changed.
  mutating func update(_ choices: Choices) { palette.update(choices) }

  mutating func handle(_ key: Key, at now: Duration) -> LayerOutcome { LayerOutcome(palette.handle(key)) }

  mutating func handle(_ mouse: MouseEvent) -> LayerOutcome { LayerOutcome(palette.handle(mouse)) }

  mutating func insert(_ text: String) { palette.insert(text) }

  mutating func render(into canvas: inout Canvas, in area: Rect) { palette.render(into: &canvas, in: area) }
}

// MARK: - Menu

struct MenuLayer: Layer {
  private var menu: Menu<LayerOutcome.Choice>

  init(_ title: String, _ choices: PaletteLayer.Choices, selected: Int, style: OverlayStyle) {
    menu = Menu(title, choices, selected: selected)
    menu.style = style
  }

  var hints: [KeyHint] { [KeyHint("Enter", "show"), KeyHint("Esc", "close")] }

  mutating func handle(_ key: Key, at now: Duration) -> LayerOutcome { LayerOutcome(menu.handle(key)) }

  mutating func handle(_ mouse: MouseEvent) -> LayerOutcome { LayerOutcome(menu.handle(mouse)) }

  mutating func render(into canvas: inout Canvas, in area: Rect) { menu.render(into: &canvas, in: area) }
}

// MARK: - Questions

/// A question with its answers as buttons; a dangerous answer has to be read before its key gives it.
///
/// The key that asked may be held down, or have been pressed twice. So the key of the dangerous answer counts only when
/// the question has been on the screen, and that key at rest, for longer than a keyboard waits before it repeats a key.
struct QuestionLayer: Layer {
  /// Keyboards repeat a held key after 660 ms at most (X11; elsewhere 250 to 600), then many times a second.
  private static let restTime = Duration.milliseconds(750)

  private var dialog: Dialog<LayerOutcome.Choice>
  /// The key of the answer that does harm.
  private let dangerousKey: Key?
  /// Since when it has been on the screen, with that key at rest; nil before it is shown.
  private var restingSince: Duration?

  /// - Parameter isDangerous: whether the first answer does harm.
  init(
    _ title: String, message: String, buttons: [DialogButton<LayerOutcome.Choice>], isDangerous: Bool,
    style: OverlayStyle
  ) {
    dialog = Dialog(title, message: message, buttons: buttons, focus: buttons.count - 1)
    dialog.style = style
    dangerousKey = isDangerous ? buttons.first?.key : nil
  }

  /// The question; the buttons stay where they were drawn when it becomes another one.
  var message: String {
    get { dialog.message }
    set { dialog.message = newValue }
  }

  var hints: [KeyHint] { [KeyHint("Tab", "next"), KeyHint("Enter", "choose"), KeyHint("Esc", "cancel")] }

  mutating func handle(_ key: Key, at now: Duration) -> LayerOutcome {
    if key == dangerousKey, !isRead(at: now) {
      if restingSince != nil { restingSince = now }
      return .refuses("press \(key) again, once you have read it")
    }
    return outcome(dialog.handle(key))
  }

  private func isRead(at now: Duration) -> Bool { restingSince.map { now - $0 >= Self.restTime } ?? false }

  mutating func handle(_ mouse: MouseEvent) -> LayerOutcome { outcome(dialog.handle(mouse)) }

  private func outcome(_ choice: LayerOutcome.Choice?) -> LayerOutcome {
    switch choice {
    case nil: .stays
    case .keep?: .closes
    case let choice?: .closesFor(choice)
    }
  }

  mutating func noteShown(at now: Duration) {
    if restingSince == nil { restingSince = now }
  }

  mutating func render(into canvas: inout Canvas, in area: Rect) { dialog.render(into: &canvas, in: area) }
}

// MARK: - The stack

/// What lies over the list: a line being typed, and above it what asks or offers something.
///
/// Closing a layer ends the work that was done for it.
@MainActor
final class LayerStack {
  /// Tells layers apart, also after they closed.
  struct ID: Hashable, Sendable {
    fileprivate let number: Int
  }

  private struct Entry {
    let id: ID
    var layer: any Layer
    /// What finds out or watches what it says.
    var work: Task<Void, Never>?
    var region: ObservedRegion?
  }

  /// The line that is being typed, below all other layers.
  private(set) var prompt: LinePrompt?
  private var promptID: ID?
  /// Typed texts whose save failed while another text was being typed.
  private var failedPrompts: [LinePrompt] = []
  private var entries: [Entry] = []
  private var lastNumber = 0

  isolated deinit { entries.last?.work?.cancel() }

  // MARK: - The line that is being typed

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

  /// What is on top: an overlay, the line, or nothing but the list.
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
    case .stays, .refuses, .submits, .cancels, .completes, .edited: break
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
