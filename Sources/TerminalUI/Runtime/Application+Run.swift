import Foundation

extension Application {
  /// Runs until ``exit(_:)``, on the main thread's run loop.
  ///
  /// Call it from a synchronous `main`: then the main actor stays on the main thread, and its tasks run between
  /// events.
  ///
  /// - Returns: Why it ended; the terminal has been given back.
  public func run() -> ExitReason {
    // A turn of the run loop ends after it handled something, so the reason is looked at after each.
    start()
    while true {
      if let exitReason { return exitReason }
      _ = RunLoop.main.run(mode: .default, before: .distantFuture)
    }
  }

  /// Runs a scene on the terminal of standard input and output.
  ///
  /// - Parameters:
  ///   - scene: What is shown.
  ///   - features: What is asked of the terminal besides text and keys.
  ///   - title: The title of the window meanwhile, where the terminal can take its own back afterwards; nil leaves it.
  ///   - environment: Where `TERM`, `NO_COLOR`, `ESCDELAY` and ``AmbiguousWidth/variable`` are read.
  /// - Throws: ``ScreenError`` if there is none; nothing was written to it then.
  /// - Returns: Why it ended; ``ExitReason/endProcess()`` tells the parent process.
  public static func run(
    _ scene: any Scene, features: TerminalFeatures = [], title: StaticString? = nil,
    environment: [String: String] = ProcessInfo.processInfo.environment
  )
    throws(ScreenError) -> ExitReason
  {
    let screen = try CursesScreen(environment: environment, features: features, title: title)
    let escapeDelay = InputReader.patience(in: environment)
    return Application(scene: scene, screen: screen, source: TerminalSource(), escapeDelay: escapeDelay).run()
  }
}
