// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Sync",
  dependencies: [
    .package(name: "docket", path: "../..")
  ],
  targets: [
    .target(
      name: "Recipes",
      dependencies: [
        .product(name: "OpenSwiftDataSync", package: "docket"), .product(name: "SwiftData", package: "docket"),
      ]),
    .executableTarget(name: "TwoKitchens", dependencies: ["Recipes"]),
    .testTarget(name: "RecipesTests", dependencies: ["Recipes"]),
  ],
  swiftLanguageModes: [.v6]
)
