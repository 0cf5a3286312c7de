import DocketData
import Foundation

/// The command line of `docket`.
@MainActor
public enum DocketCLI {
  /// Does what the command line asks for and ends the process with the status that says how it went.
  ///
  /// - Parameters:
  ///   - keys: the usual spelling of keys in the configuration file, nil for what is none; only the full-screen list knows.
  ///   - openList: shows the full-screen list until the person leaves it, and ends the process.
  public static func main(
    keys: @escaping @Sendable (String) -> String?, openList: (ListRequest) throws -> Never
  ) -> Never {
    StandardStreams.occupy()
    do {
      switch try Invocation(arguments: CommandLineArguments.read()) {
      case .message(let text): try StandardOutput.write(text)
      case .command(let command): try CommandRun(command).perform()
      case .configuration(let command): try StandardOutput.write(command.output(.of(keys: keys)))
      case .list(let options): try openList(ListRequest(options, .of(keys: keys)).opened())
      }
      exit(ExitStatus.success.rawValue)
    } catch StandardOutput.Failure.closedPipe {
      // Who reads has seen enough, as in `docket list | head -1`.
      exit(ExitStatus.success.rawValue)
    } catch is NothingMatched {
      exit(ExitStatus.noMatch.rawValue)
    } catch {
      let failure = Failure(error, place: "docket")
      StandardStreams.report(failure.lines)
      exit(failure.status.rawValue)
    }
  }
}
