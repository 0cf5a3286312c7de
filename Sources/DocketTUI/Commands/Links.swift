import DocketConfiguration
import DocketData
import TerminalUI

/// Opens the links in the title and the notes of the item under the cursor.
///
/// The link is one argument of a program; no shell sees it. The program has no terminal.
@MainActor
struct Links {
  private let screen: ListScreen

  init(_ screen: ListScreen) { self.screen = screen }

  /// Opens the only link, or asks which.
  func begin() {
    guard let id = screen.items.view.selectedID, let item = screen.items.rows.item(id) else { return }
    let links = ItemLink.links(in: item.title + "\n" + item.notes)
    switch links.count {
    case 0: screen.notices.refuse("\(Command.openLink.entry.title): there is no link in the title or the notes")
    case 1: open(links[0])
    default: ask(links)
    }
  }

  private func ask(_ links: [ItemLink]) {
    let style = screen.environment.roles.overlay
    let choices = links.enumerated().map { index, link in
      Choice(
        Self.shortened(link.text), value: LayerOutcome.Choice.openLink(link),
        key: index < 9 ? Key("\(index + 1)") : nil, whyDisabled: Self.reason(not: link), id: link)
    }
    if choices.count < 10 {
      screen.layers.open(MenuLayer("Open", choices, selected: 0, verb: "open", style: style))
    } else {
      screen.layers.open(PaletteLayer("Open", choices, verb: "open", style: style))
    }
  }

  /// Starts the program that opens a link, and says if it fails.
  func open(_ link: ItemLink) {
    if let reason = Self.reason(not: link) {
      return screen.notices.refuse("\(Command.openLink.entry.title): \(reason)")
    }
    let words = screen.environment.configuration.open
    let program = ChildProgram(words[0], words.dropFirst() + [link.text])
    screen.notices.answer("opening \(Self.shortened(link.text))")
    let openers = screen.environment.openers
    Task {
      guard let failure = await Self.failure(of: program, openers) else { return }
      screen.notices.dismiss()
      screen.changes.report(failure, of: "not opened")
    }
  }

  private static func failure(of program: ChildProgram, _ openers: any ChildLauncher) async -> LinkFailure? {
    do {
      switch try await openers.start(program).ending() {
      case .exited(0), .unknown: return nil
      case .exited(let status): return LinkFailure(program.name, "failed with status \(status)")
      case .killed(let number): return LinkFailure(program.name, "was ended by signal \(number)")
      }
    } catch {
      return LinkFailure(program.name, "could not be started")
    }
  }

  /// Why a link is not opened; nil if it is.
  private static func reason(not link: ItemLink) -> String? {
    link.isOpened
      ? nil : "“\(link.scheme):” is not opened, only \(ItemLink.openedSchemes.joined(separator: ", "))"
  }

  private static func shortened(_ text: String) -> String { text.count > 200 ? text.prefix(200) + "…" : text }
}

/// Why a link was not opened.
private struct LinkFailure: Error, CustomStringConvertible {
  let description: String

  init(_ program: String, _ reason: String) {
    description = "“\(TerminalText.printable(program))” \(reason): set open in the configuration to another program"
  }
}
