// Fills or migrates a store; a process of its own, so that tests can kill it.
//
//   OpenSwiftDataMigrationVictim fill <store> <rows>
//   OpenSwiftDataMigrationVictim migrate <store> [hold]
//                                         says "ready" when it is about to begin, "migrated" when all that is left is
//                                         the commit, and "done"; with "hold" it waits for a line before the commit

import Foundation
import OpenSwiftData

func fill(_ url: URL, rows: Int) throws {
  let schema = Schema(versionedSchema: Version1.self)
  let container = try ModelContainer(for: schema, configurations: ModelConfiguration(schema: schema, url: url))
  let context = ModelContext(container)
  for number in 1..<rows { context.insert(Version1.Entry(title: "Entry \(number)", number: number)) }
  let large = Version1.Entry(title: "Entry \(rows)", number: rows)
  large.body = Data(repeating: 1, count: 200_000)
  context.insert(large)
  context.insert(Version1.Tag(name: "a tag"))
  try context.save()
}

func migrate(_ url: URL) throws {
  let schema = Schema(versionedSchema: Version3.self)
  say("ready")
  let container = try ModelContainer(
    for: schema, migrationPlan: Plan.self, configurations: ModelConfiguration(schema: schema, url: url))
  say("done \(try ModelContext(container).fetchCount(FetchDescriptor<Version3.Entry>()))")
}

let arguments = CommandLine.arguments
let url = URL(fileURLWithPath: arguments[2])
if arguments[1] == "fill" { try fill(url, rows: Int(arguments[3]) ?? 0) } else { try migrate(url) }
