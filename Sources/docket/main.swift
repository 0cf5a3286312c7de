import DocketCLI
import DocketTUI
import TerminalUI

DocketCLI.main(keys: DocketTUI.keys) { request in
  do {
    try DocketTUI.run(
      request.provider, previewItems: request.previewItems, configuration: request.configuration,
      filter: request.filter
    ).endProcess()
  } catch let error as ScreenError {
    throw Failure.terminal(error.description)
  }
}
