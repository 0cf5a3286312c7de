// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "TerminalProgram",
  dependencies: [
    .package(name: "docket", path: "../..")
  ],
  targets: [
    .executableTarget(name: "Groceries", dependencies: [.product(name: "TerminalUI", package: "docket")]),
    .testTarget(name: "GroceriesTests", dependencies: ["Groceries"]),
  ],
  swiftLanguageModes: [.v6]
)
