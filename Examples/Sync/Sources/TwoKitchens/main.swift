import Foundation
import OpenSwiftDataSync
import Recipes

let folder = FileManager.default.temporaryDirectory.appendingPathComponent("kitchens-\(UUID().uuidString)")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: folder) }

let space = SyncIdentity.random()
let home = try await Kitchen(folder: folder.path, space: space)
let cabin = try await Kitchen(folder: folder.path, space: space)

// Both write before they have heard of each other.
try home.add("Pancakes", servings: 4, with: ["flour", "milk", "eggs"])
try cabin.add("Bread", servings: 8, with: ["flour", "water"])
for kitchen in [home, cabin, home] { try await kitchen.sync() }
print("At home:     ", try home.recipes().joined(separator: "; "))
print("At the cabin:", try cabin.recipes().joined(separator: "; "))

// Both change the same thing without a network.
try home.serve("Bread", for: 6)
try cabin.serve("Bread", for: 12)
for kitchen in [home, cabin, home] { try await kitchen.sync() }
print("Both show:   ", try home.recipes()[0])
for conflict in try await home.conflicts() {
  try await home.take(conflict)
}
for kitchen in [home, cabin] { try await kitchen.sync() }
print("Taken back:  ", try cabin.recipes()[0])
