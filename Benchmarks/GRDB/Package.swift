// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that nobody who builds the other benchmarks needs GRDB. The folders `CBaseline` and
// `Measuring` and the files of the fixtures are links to theirs.
let package = Package(
  name: "grdb-bench",
  dependencies: [.package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0")],
  targets: [
    .target(name: "CBaseline", linkerSettings: [.linkedLibrary("sqlite3")]),
    .target(name: "Measuring", dependencies: ["CBaseline"]),
    .executableTarget(
      name: "grdb-bench",
      dependencies: ["CBaseline", "Measuring", .product(name: "GRDB", package: "GRDB.swift")],
      path: "Sources/GRDBBench"),
  ],
  swiftLanguageModes: [.v6]
)
