import DataProvider
import Foundation

/// The command line of `docket`.
@MainActor
public enum DocketCLI {
  /// Does what the command line asks for and ends the process with the status that says how it went.
  ///
  /// - Parameter openList: shows the full-screen list until the person leaves it, and ends the process.
  public static func main(openList: (ListRequest) throws -> Never) -> Never {
    StandardStreams.occupy()
    do {
      switch try Invocation(arguments: CommandLineArguments.read()) {
      case .message(let text): try StandardOutput.write(text)
      case .command(let command): try CommandRun(command).perform()
      case .list(let options): try openList(ListRequest(options))
      }
      exit(ExitStatus.success.rawValue)
    } catch StandardOutput.Failure.closedPipe {
      // Who reads has seen enough, as in `docket list | head -1`.
      exit(ExitStatus.success.rawValue)
    } catch {
      let failure = Failure(error, place: "docket")
      StandardStreams.report(failure.line)
      exit(failure.status.rawValue)
    }
  }
}
