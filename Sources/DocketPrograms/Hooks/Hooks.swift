import DocketConfiguration
import DocketData

/// The programs that run after a commit, by what happened to the items.
public struct Hooks: Hashable, Sendable {
  let programs: [ItemEvent: ItemProgram]
  /// How long one may take.
  let timeout: Duration

  /// - Returns: nil if none is configured.
  public init?(_ configuration: Configuration) {
    let hooks = configuration.hooks
    let pairs = hooks.programs.compactMap { name, words -> (ItemEvent, ItemProgram)? in
      guard let event = ItemEvent(rawValue: name), let program = ItemProgram(words) else { return nil }
      return (event, program)
    }
    guard !pairs.isEmpty else { return nil }
    programs = Dictionary(pairs) { first, _ in first }
    timeout = .milliseconds(Int(hooks.timeout * 1_000))
  }

  /// The variable that tells a program which event it runs for; a `docket` that finds it is within a hook.
  public static let variable = "DOCKET_HOOK"
}
