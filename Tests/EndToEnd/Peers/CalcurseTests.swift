import Foundation
import Testing

@Suite("calcurse itself", .takesTurns, .enabled(if: Peer.calcurse.isInstalled))
struct CalcurseTests {
  let directory: TemporaryDirectory
  let docket: DocketProcess

  init() throws {
    directory = try TemporaryDirectory()
    docket = DocketProcess(in: directory)
  }

  @Test func takesOurExportAndOursReadsIts() async throws {
    try directory.write(Data(PeerItems.json.utf8), to: "items.json")
    let result = try await docket.script(
      """
      docket import items.json > /dev/null
      docket export ours.ics
      mkdir calendar
      calcurse -D calendar -q -i ours.ics > log 2>&1
      calcurse -D calendar --export=ical > theirs.ics
      docket --store other.sqlite import theirs.ics
      """)
    #expect(result.status == 0 && result.text == "added 5, updated 0, unchanged 0, left out 0\n", "\(result.error)")
    let (mine, theirs) = (try await docket.items(), try await docket.items(of: directory.file("other.sqlite")))
    #expect(mine.keys == theirs.keys)
    for (title, item) in mine {
      // It keeps these only, and no priority of what is done.
      #expect(theirs[title]?["state"] == item["state"] && theirs[title]?["notes"] == item["notes"])
      if item["state"] == "open" as NSString { #expect(theirs[title]?["priority"] == item["priority"]) }
    }
  }
}
