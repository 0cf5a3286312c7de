import DocketData
import Foundation
import OpenSwiftData

/// The command line of `docket`.
@MainActor
public enum DocketCLI {
  /// Runs the command line, and ends the process with its exit status.
  ///
  /// - Parameters:
  ///   - keys: the canonical spelling of a key, or nil for an invalid one; only the full-screen list knows.
  ///   - openList: shows the full-screen list until the person quits, and ends the process.
  public static func main(
    keys: @escaping @Sendable (String) -> String?, openList: (ListRequest) throws -> Never
  ) -> Never {
    StandardStreams.reserve()
    SQLiteMemory.omitStatistics()
    do {
      let arguments = try CommandLineArguments.read()
      try UserConfiguration.useSlashDates(in: arguments, .of(keys: keys))
      switch try Invocation(arguments: arguments) {
      case .message(let text): try StandardOutput.write(text)
      case .command(let command): try CommandRun(command: command).perform()
      case .configuration(let command): try StandardOutput.write(command.output(.of(keys: keys)))
      case .list(let options): try openList(ListRequest(options, .of(keys: keys)).opened())
      }
      exit(ExitStatus.success.rawValue)
    } catch StandardOutput.Failure.closedPipe {
      // The reader has seen enough, as in `docket list | head -1`.
      exit(ExitStatus.success.rawValue)
    } catch is NothingMatched {
      exit(ExitStatus.noMatch.rawValue)
    } catch let said as AlreadySaid {
      exit(said.status.rawValue)
    } catch {
      let failure = Failure(error, place: "docket")
      StandardStreams.report(failure.lines)
      exit(failure.status.rawValue)
    }
  }
}
