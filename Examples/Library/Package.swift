// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Library",
  dependencies: [
    .package(name: "docket", path: "../..")
  ],
  targets: [
    .target(name: "ReadingList", dependencies: [.product(name: "SwiftData", package: "docket")]),
    .executableTarget(name: "Tour", dependencies: ["ReadingList"]),
    .testTarget(name: "ReadingListTests", dependencies: ["ReadingList"]),
  ],
  swiftLanguageModes: [.v6]
)
