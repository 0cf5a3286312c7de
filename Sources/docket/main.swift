import DocketCLI
import DocketPrograms
import DocketTUI
import Foundation
import TerminalUI

DocketCLI.main(keys: DocketTUI.keys) { request in
  do {
    let hooks = request.hasHooks ? HookFollower(request.provider, warnings: request.missingHooks) : nil
    hooks?.prepare()
    let sync = request.syncProgram.map { SyncProgram(path: $0, provider: request.provider) }
    let reason = try DocketTUI.run(
      request.provider, previewItems: request.previewItems, configuration: request.configuration,
      filter: request.filter,
      memory: ViewMemory(environment: ProcessInfo.processInfo.environment, store: request.provider.storeURL),
      sync: sync, hooks: hooks)
    // A save that has just been made would have it open the store again.
    sync?.stop()
    request.provider.close()
    // The hooks of the last commit may not have begun.
    if hooks != nil { HookLauncher(store: request.provider.storeURL.path).launch() }
    reason.endProcess()
  } catch let error as ScreenError {
    if case .unsupportedTerminal = error { throw Failure.terminal(error.description, variable: "TERM") }
    throw Failure.terminal(error.description)
  }
}
