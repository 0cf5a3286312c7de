// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "benchmarks",
  dependencies: [.package(name: "docket", path: "..")],
  targets: [
    .target(name: "CBaseline", linkerSettings: [.linkedLibrary("sqlite3")]),
    .executableTarget(
      name: "data-bench", dependencies: ["CBaseline", .product(name: "OpenSwiftData", package: "docket")],
      path: "Sources/DataBench"),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets where target.name == "data-bench" {
  target.swiftSettings = [.enableUpcomingFeature("ExistentialAny")]
}
