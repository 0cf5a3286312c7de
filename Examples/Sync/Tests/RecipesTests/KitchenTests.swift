import Foundation
import OpenSwiftDataSync
import Recipes
import Testing

@Suite struct KitchenTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("kitchens-\(UUID().uuidString)")

  @Test func twoKitchensMeetInAFolder() async throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let space = SyncIdentity.random()
    let home = try await Kitchen(folder: folder.path, space: space)
    let cabin = try await Kitchen(folder: folder.path, space: space)
    try home.add("Pancakes", servings: 4, with: ["flour", "milk"])
    try cabin.add("Bread", servings: 8, with: ["flour", "water"])
    for kitchen in [home, cabin, home] { try await kitchen.sync() }
    let recipes = ["Bread for 8: flour, water", "Pancakes for 4: flour, milk"]
    #expect(try home.recipes() == recipes)
    #expect(try cabin.recipes() == recipes)

    try home.serve("Bread", for: 6)
    try cabin.serve("Bread", for: 12)
    for kitchen in [home, cabin, home] { try await kitchen.sync() }
    let conflict = try #require(try await home.conflicts().first)
    try await home.take(conflict)
    for kitchen in [home, cabin] { try await kitchen.sync() }
    #expect(try home.recipes() == cabin.recipes())
    #expect(try await cabin.conflicts().isEmpty)
  }
}
