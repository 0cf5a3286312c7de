import DocketConfiguration
import DocketData
import TerminalUI
import Testing

@testable import DocketTUI

@Suite("Opening links")
@MainActor
struct LinkTests {
  private static func fixture(
    _ item: NewItem, _ child: ScriptedChild, configuration: Configuration = Configuration()
  ) async throws -> ScreenFixture {
    try await ScreenFixture(
      items: [item], width: 90, height: 14, configuration: configuration, launcher: ScriptedChild(), openers: child)
  }

  @Test func theOnlyLinkIsOpenedAtOnceAsOneArgument() async throws {
    let child = ScriptedChild()
    let fixture = try await Self.fixture(NewItem(title: "read https://example.org/$(id);x 'y'"), child)
    await fixture.type("o")
    await fixture.pollUntil { !child.programs.isEmpty }
    #expect(child.programs == [ChildProgram("xdg-open", ["https://example.org/$(id);x"])])
    #expect(fixture.drawing.contains("opening https://example.org/$(id);x"))
    child.end(.exited(0))
    await fixture.application.idle()
    #expect(!fixture.drawing.contains("not opened"))
  }

  @Test func ofSeveralItAsksWhich() async throws {
    let child = ScriptedChild()
    var configuration = Configuration()
    configuration.open = ["w3m", "-M"]
    let fixture = try await Self.fixture(
      NewItem(title: "see http://a.example", notes: "and ssh://host\nor https://b.example/x."), child,
      configuration: configuration)
    await fixture.type("o")
    #expect(fixture.drawing.contains("http://a.example  1") || fixture.drawing.contains(/http:\/\/a\.example +1/))
    #expect(fixture.drawing.contains(/https:\/\/b\.example\/x +3/))
    await fixture.type("2")
    #expect(fixture.drawing.contains("“ssh:” is not opened, only http, https, ftp, mailto"))
    #expect(child.programs.isEmpty)
    await fixture.type("3")
    await fixture.pollUntil { !child.programs.isEmpty }
    #expect(child.programs == [ChildProgram("w3m", ["-M", "https://b.example/x"])])
  }

  @Test func whereThereIsNoneItSaysSo() async throws {
    let fixture = try await Self.fixture(NewItem(title: "plain", notes: "ssh: 12:30"), ScriptedChild())
    await fixture.type("o")
    #expect(fixture.drawing.contains("open link: there is no link in the title or the notes"))
  }

  @Test func otherSchemesAreRefusedInWords() async throws {
    let child = ScriptedChild()
    let fixture = try await Self.fixture(NewItem(title: "x javascript://%0aalert(1)"), child)
    await fixture.type("o")
    #expect(fixture.drawing.contains("open link: “javascript:” is not opened, only http, https, ftp, mailto"))
    #expect(child.programs.isEmpty)
  }

  @Test(arguments: [
    (ScriptedChild(startError: .notFound("xdg-open")), "“xdg-open” could not be started"),
    (ScriptedChild(), "“xdg-open” failed with status 3"),
  ])
  func aFailureIsSaid(_ child: ScriptedChild, _ reason: String) async throws {
    let fixture = try await Self.fixture(NewItem(title: "https://example.org"), child)
    child.end(.exited(3))
    await fixture.type("o")
    try await fixture.waitUntil("the reason") { $0.contains("not opened: \(reason)") }
  }
}
