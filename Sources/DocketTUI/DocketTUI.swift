import DocketConfiguration
import DocketData
import DocketPrograms
import Foundation
import SwiftData
import TerminalUI

/// The full-screen list.
@MainActor
public enum DocketTUI {
  /// Shows the list until the person leaves it.
  ///
  /// - Parameters:
  ///   - provider: where the items are; opened here.
  ///   - previewItems: how many items of the preview to show, or nil for the store of the provider.
  ///   - configuration: what the person has set up.
  ///   - filter: what to show at first, in the language of queries; nil for what was shown last, or what is set up.
  ///   - memory: remembers what was shown last; nil if nothing does.
  ///   - sync: the program that syncs the store, started once the list is there; nil if it does not sync.
  ///   - hooks: runs the person's hooks; nil if there are none.
  /// - Returns: why it ended; the terminal has been given back.
  /// - Throws: `QueryError` if the filter makes no sense, `StoreError` if the store can't be opened, `ScreenError` if
  ///   there is no terminal to show it on.
  public static func run(
    _ provider: DataProvider, previewItems: Int?, configuration: Configuration, filter: String? = nil,
    memory: ViewMemory? = nil, sync: SyncProgram? = nil, hooks: HookFollower? = nil
  ) throws -> ExitReason {
    let isPreview = previewItems != nil
    // What is asked for is no choice for the next time, and a preview leaves no trace.
    let memory = filter == nil && !isPreview ? memory : nil
    let usual = Listing(filter: filter ?? configuration.filter, named: configuration.namedQueries)
    let container = try provider.modelContainer(preview: isPreview)
    let screen = try ListScreen(
      ListScreen.Environment(
        context: container.mainContext, createHandler: try provider.dataHandlerCreator(preview: isPreview),
        configuration: configuration, background: Background(environment: ProcessInfo.processInfo.environment),
        listing: memory?.listing() ?? usual, usual: usual,
        hiddenPanes: memory?.hiddenPanes() ?? [], sync: sync, hooks: hooks,
        store: isPreview ? nil : provider.storeURL, reminds: !isPreview))
    // A key must not wait for rows and numbers that follow commits.
    FollowerThreads.giveWayToThisThread()
    // Adds the preview's items in the background; the list shows them as they come.
    if let previewItems { screen.changes.run("filling") { try await provider.fillPreview(count: previewItems) } }
    if configuration.ambiguousWidth == .wide { AmbiguousWidth.current = .wide }
    defer {
      memory?.remember(screen.items.listing, hiding: screen.panes.hidden, unless: usual)
      hooks?.stop(unshown: screen.notices.unshown)
    }
    return try Application.run(
      screen, features: configuration.mouse ? .mouse : [], title: configuration.windowTitle ? "docket" : nil,
      links: LinkRule(configuration.hyperlinks))
  }

  /// The usual spelling of keys in the configuration file: one, or some after one another with blanks between them; nil
  /// for words that are none.
  public nonisolated static func keys(_ words: String) -> String? {
    let words = words.split(separator: " ")
    let keys = words.compactMap { Key(String($0)) }
    return keys.isEmpty || keys.count < words.count ? nil : keys.map(\.description).joined(separator: " ")
  }
}

extension LinkRule {
  fileprivate init(_ rule: HyperlinkRule) {
    self =
      switch rule {
      case .auto: .automatic
      case .always: .always
      case .never: .never
      }
  }
}
