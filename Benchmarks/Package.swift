// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "benchmarks",
  dependencies: [.package(name: "docket", path: "..")],
  targets: [
    .target(name: "CBaseline", linkerSettings: [.linkedLibrary("sqlite3")]),
    .target(name: "Measuring", dependencies: ["CBaseline"]),
    // The server of the package's tests, by a symbolic link.
    .target(name: "PostgreSQLServer"),
    .executableTarget(
      name: "data-bench",
      dependencies: ["CBaseline", "Measuring", .product(name: "OpenSwiftData", package: "docket")],
      path: "Sources/DataBench"),
    .executableTarget(
      name: "sync-bench",
      dependencies: [
        "CBaseline", "Measuring", .product(name: "OpenSwiftData", package: "docket"),
        .product(name: "OpenSwiftDataSync", package: "docket"),
      ],
      path: "Sources/SyncBench"),
    .executableTarget(
      name: "screen-bench", dependencies: ["CBaseline", "Measuring", "PostgreSQLServer"], path: "Sources/ScreenBench"),
    .executableTarget(
      name: "pg-bench",
      dependencies: [
        "Measuring", "PostgreSQLServer", .product(name: "OpenSwiftDataSync", package: "docket"),
        .product(name: "PostgreSQLRemote", package: "docket"),
      ], path: "Sources/PGBench"),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets where target.name != "CBaseline" {
  target.swiftSettings = [.enableUpcomingFeature("ExistentialAny")]
}
