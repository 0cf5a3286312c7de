import DocketConfiguration
import DocketData
import SwiftData
import TerminalUI

/// A value that lies over the list, takes events until it closes, and returns the outcome of each.
///
/// The top layer gets the event; only what it shows can be clicked.
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

  /// Takes pasted text, which is only ever text: it never chooses or answers.
  mutating func insert(_ text: String)

  /// Notes that a frame with it was shown.
  mutating func noteShown(at now: Duration)

  mutating func render(into canvas: inout Canvas, in area: Rect)
}

extension Layer {
  mutating func insert(_ text: String) {}

  mutating func noteShown(at now: Duration) {}
}

/// The outcome of an event in a layer.
enum LayerOutcome: Sendable {
  case stays
  case closes
  /// It closes, and a choice was made.
  case closesFor(Choice)
  /// It stays; this is why the key did nothing.
  case refuses(String)
  /// The line is to be saved, cancelled or completed, or its text has changed.
  case submits
  case cancels
  case completes
  case edited
  /// It stays; it shows another month.
  case turnsPage
  /// It stays; this theme is under its cursor.
  case shows(ThemeChoice)
  /// It stays; a person decided about a conflict.
  case decides(ConflictDecision)

  /// What was chosen in it.
  enum Choice: Sendable {
    case command(Command)
    /// One of the person's own.
    case own(OwnCommand)
    case filter(NamedQuery)
    /// What the list is narrowed to from now on; nil for everything.
    case context(NamedQuery?)
    case order(ItemOrder)
    /// - isForGood: whether it was chosen, and is not the one before.
    case theme(ThemeChoice, isForGood: Bool)
    /// These lines are to become items, below one or for themselves.
    case addLines([String], PersistentIdentifier?)
    /// The same lines are to become the text of one item that is being typed.
    case joinLines([String], PersistentIdentifier?)
    case delete(ItemTargets)
    /// Items are to be moved in the manual order, which is to be shown.
    case arrange(ItemTargets, down: Bool)
    case deleteNamed(NamedThing)
    /// A list is not to be shared any more.
    case leaveList(String)
    /// A program is to open this.
    case openLink(ItemLink)
    /// What was typed is to become the notes of an item, unless it was discarded.
    case finishNotes(NotesLayer)
    case keep
  }

  fileprivate init(_ outcome: ChoiceOutcome<Choice>) {
    self =
      switch outcome {
      case .chosen(let choice): .closesFor(choice)
      case .closed: .closes
      case .continues: .stays
      case .refused(let title, let reason): .refuses("\(title): \(reason)")
      }
  }
}

struct HelpLayer: Layer {
  private var help: HelpScreen

  init(_ hints: [KeyHint], style: OverlayStyle) {
    help = HelpScreen(title: "Keys", hints: hints)
    help.style = style
  }

  var hints: [KeyHint] {
    if help.isTyping { return [KeyHint("Enter", "go to what is found"), KeyHint("Esc", "end the search")] }
    let escape = KeyHint("Esc", help.search == nil ? "close" : "end the search")
    return [escape, KeyHint("j", "down"), KeyHint("k", "up"), KeyHint("/", "search")]
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
  /// Whether a context is chosen in it.
  let choosesContext: Bool
  /// Counts its choices as long as it is open; nil for choices without numbers.
  let counts: LiveCounts?

  /// - Parameter verb: what Enter does, in a word.
  init(
    _ title: String, _ choices: Choices, verb: String, placeholder: String = "type to search",
    choosesContext: Bool = false, counts: LiveCounts? = nil, style: OverlayStyle
  ) {
    (self.choosesContext, self.counts) = (choosesContext, counts)
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

struct MenuLayer: Layer {
  private var menu: Menu<LayerOutcome.Choice>
  /// What Enter does, in a word.
  private let verb: String

  /// - Parameter verb: what Enter does, in a word.
  init(
    _ title: String, _ choices: PaletteLayer.Choices, selected: Int, verb: String = "show", style: OverlayStyle
  ) {
    menu = Menu(title, choices, selected: selected)
    menu.style = style
    self.verb = verb
  }

  var hints: [KeyHint] { [KeyHint("Enter", verb), KeyHint("Esc", "close")] }

  mutating func handle(_ key: Key, at now: Duration) -> LayerOutcome { LayerOutcome(menu.handle(key)) }

  mutating func handle(_ mouse: MouseEvent) -> LayerOutcome { LayerOutcome(menu.handle(mouse)) }

  mutating func render(into canvas: inout Canvas, in area: Rect) { menu.render(into: &canvas, in: area) }
}

// MARK: - Questions

/// A question with its answers as buttons; where a key must not answer by chance, the question has to be read before.
///
/// The key that asked may be held down, or have been pressed twice. So the key of the first answer counts only when
/// the question has been on the screen, and that key at rest, for longer than a keyboard waits before it repeats a key.
struct QuestionLayer: Layer {
  /// Keyboards repeat a held key after 660 ms at most (X11; elsewhere 250 to 600), then many times a second.
  private static let restTime = Duration.milliseconds(750)

  private var dialog: Dialog<LayerOutcome.Choice>
  /// The key of the answer that waits until the question was read.
  private let guardedKey: Key?
  /// Since when it has been on the screen, with that key at rest; nil before it is shown.
  private var restingSince: Duration?

  /// - Parameters:
  ///   - isReadFirst: whether the key of the first answer counts only once the question was read: because it does harm,
  ///     or was pressed to ask, and may repeat.
  ///   - focus: the answer that Enter gives; the last one if nil.
  init(
    _ title: String, message: String, buttons: [DialogButton<LayerOutcome.Choice>], isReadFirst: Bool,
    focus: Int? = nil, style: OverlayStyle
  ) {
    dialog = Dialog(title, message: message, buttons: buttons, focus: focus ?? buttons.count - 1)
    dialog.style = style
    guardedKey = isReadFirst ? buttons.first?.key : nil
  }

  /// The question; the buttons stay where they were drawn when it becomes another one.
  var message: String {
    get { dialog.message }
    set { dialog.message = newValue }
  }

  var hints: [KeyHint] { [KeyHint("Tab", "next"), KeyHint("Enter", "choose"), KeyHint("Esc", "cancel")] }

  mutating func handle(_ key: Key, at now: Duration) -> LayerOutcome {
    if key == guardedKey, !isRead(at: now) {
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
