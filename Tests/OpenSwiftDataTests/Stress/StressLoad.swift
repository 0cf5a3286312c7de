import Foundation

/// How much the stress tests do: little with every run of the suite, all of it with `OPENSWIFTDATA_STRESS=full`.
struct StressLoad {
  let workers: Int
  let operations: Int

  static let current =
    ProcessInfo.processInfo.environment["OPENSWIFTDATA_STRESS"] == "full"
    ? StressLoad(workers: 64, operations: 200) : StressLoad(workers: 16, operations: 50)
}
