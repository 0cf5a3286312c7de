import Foundation
import Measuring

/// How long the hypervisor had others run on our processors although there was something to do here.
///
/// What a bar has of it is no fault of the program, and no rerun shows it again.
/// Source: https://man7.org/linux/man-pages/man5/proc_stat.5.html, the column "steal".
struct StolenTime {
  /// The column of the first line of `/proc/stat`, behind its name.
  private static let column = 8
  private let ticks: Double

  /// That since the machine was started; none where the kernel does not tell it.
  init() {
    let line = (try? String(contentsOfFile: "/proc/stat", encoding: .utf8))?.prefix { $0 != "\n" } ?? ""
    let fields = line.split(separator: " ")
    ticks = fields.count > Self.column ? Double(fields[Self.column]) ?? 0 : 0
  }

  /// The milliseconds since another moment, in steps of a clock tick.
  func milliseconds(since start: StolenTime) -> Double {
    (ticks - start.ticks) * 1e3 / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  /// That of a bar which began at another moment.
  func outcome(_ bar: String, since start: StolenTime) -> Outcome {
    Outcome(bar, "other machines ran on our processors meanwhile", milliseconds(since: start), .milliseconds)
  }
}
