import Foundation
import Testing

@Suite("Installed like any program", .takesTurns)
struct InstallationTests {
  let directory: TemporaryDirectory
  let docket: DocketProcess

  init() throws {
    directory = try TemporaryDirectory()
    docket = DocketProcess(in: directory)
  }

  private static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path

  /// The folder of the programs that are installed.
  private static let builds = (DocketProcess.binary as NSString).deletingLastPathComponent

  private static func has(_ program: String) -> Bool {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/" + program)
  }

  /// What `make install` copies, below the prefix.
  private static let installed = [
    "bin/docket", "bin/docket-sync", "share/bash-completion/completions/docket",
    "share/fish/vendor_completions.d/docket.fish", "share/man/man1/docket-sync.1", "share/man/man1/docket.1",
    "share/zsh/site-functions/_docket",
  ]

  private func make(_ arguments: String) async throws -> DocketProcess.Result {
    try await docket.script(
      """
      env -u MAKEFLAGS make -C '\(Self.sources)' STRIP=: BUILD='\(Self.builds)' MADE="$PWD/made" \(arguments) 2>&1
      """)
  }

  private func files(below folder: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: directory.file(folder)).filter { path in
      var isDirectory: ObjCBool = false
      let exists = FileManager.default.fileExists(
        atPath: directory.file(folder + "/" + path), isDirectory: &isDirectory)
      return exists && !isDirectory.boolValue
    }.sorted()
  }

  @Test(.enabled(if: has("make"))) func everyFileIsWhereItIsLookedForAndGoesAgain() async throws {
    let result = try await make("install DESTDIR=\"$PWD/a root\" PREFIX=/opt/docket")
    #expect(result.status == 0, "\(result.text)")
    #expect(try files(below: "a root") == Self.installed.map { "opt/docket/" + $0 })
    #expect(try directory.permissions(of: "a root/opt/docket/bin/docket") == 0o755)
    #expect(try directory.permissions(of: "a root/opt/docket/share/man/man1/docket.1") == 0o644)

    let program = "'a root/opt/docket/bin/docket'"
    #expect(try await docket.script("\(program) --version").text == "0.1.0\n")
    #expect(try await docket.script("\(program) --preview list --count").text == "24\n")
    // The other program is found beside it.
    #expect(try await docket.script("\(program) sync status").error.contains("no docket-sync") == false)
    let completions = try await docket.script(
      "\(program) --generate-completion-script zsh | cmp - 'a root/opt/docket/share/zsh/site-functions/_docket'")
    #expect(completions.status == 0, "\(completions.text)")

    #expect(try await make("uninstall DESTDIR=\"$PWD/a root\" PREFIX=/opt/docket").status == 0)
    #expect(try files(below: "a root").isEmpty)
  }

  @Test(.enabled(if: has("make") && has("man"))) func manShowsBothPages() async throws {
    #expect(try await make("install DESTDIR=\"$PWD/root\" PREFIX=/usr").status == 0)
    for page in ["docket", "docket-sync"] {
      let result = try await docket.script(
        "MANPAGER=cat MANWIDTH=100 man --warnings -l root/usr/share/man/man1/\(page).1")
      #expect(result.status == 0 && result.error.isEmpty, "\(result.error)")
      #expect(result.text.contains("EXIT STATUS"))
    }
  }

  @Test(.enabled(if: has("make"))) func whatWasNotBuiltIsSaid() async throws {
    let result = try await make("install DESTDIR=\"$PWD/root\" BUILD=\"$PWD/nowhere\"")
    #expect(result.status == 2)
    #expect(result.text.contains("nowhere/docket is missing: run \"make\" first"))
    #expect(!FileManager.default.fileExists(atPath: directory.file("root")))
  }

  @Test(.enabled(if: has("make"))) func syncCanBeLeftOut() async throws {
    #expect(try await make("install SYNC=no DESTDIR=\"$PWD/root\" PREFIX=/usr").status == 0)
    #expect(try files(below: "root") == Self.installed.filter { !$0.contains("sync") }.map { "usr/" + $0 })
  }

  @Test func versionsAndPagesSayTheSame() async throws {
    let changelog = try String(contentsOfFile: Self.sources + "/packaging/changelog", encoding: .utf8)
    #expect(changelog.hasPrefix("docket (\(try await docket.run("--version").text.dropLast())) "))
    let page = try String(contentsOfFile: Self.sources + "/packaging/docket-sync.1", encoding: .utf8)
    let help = try await docket.script("'\(DocketProcess.builds.path)/docket-sync' --help").text
    let commands = help.matches(of: /\n  ([a-z]+) +[A-Z]/).map { String($0.1) }.filter { $0 != "help" }
    #expect(commands.count > 9)
    for command in commands { #expect(page.contains("\n.It Cm \(command)"), "\(command)") }
  }
}

/// `make deb`, for a release build: `swift build -c release --static-swift-stdlib` first, and `DOCKET_BINARY` says where.
@Suite("Debian packages", .takesTurns, .enabled(if: PackagingTools.areThere))
struct DebianPackageTests {
  let directory: TemporaryDirectory
  let docket: DocketProcess

  init() throws {
    directory = try TemporaryDirectory()
    docket = DocketProcess(in: directory)
  }

  @Test func areInstalledRunAndRemoved() async throws {
    let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().path
    let builds = (DocketProcess.binary as NSString).deletingLastPathComponent
    let made = try await docket.script(
      "env -u MAKEFLAGS make -C '\(sources)' deb BUILD='\(builds)' MADE=\"$PWD/made\" 2>&1")
    // Where lintian is, it has found nothing wrong.
    #expect(made.status == 0, "\(made.text)")

    let needed = try await docket.script("dpkg-deb -f made/docket_*.deb Depends").text
    for library in ["libc6", "libsqlite3-0", "libncursesw6", "libtinfo6"] { #expect(needed.contains(library + " (")) }
    #expect(!needed.contains("libpq") && !needed.contains("swift"))
    let neededToSync = try await docket.script("dpkg-deb -f made/docket-sync_*.deb Depends").text
    #expect(neededToSync.contains("docket (= 0.1.0)") && neededToSync.contains("libpq5 ("))

    // dpkg runs what is where only administrators look.
    let path = "PATH=\"$PATH:/usr/sbin:/sbin\""
    let installed = try await docket.script(
      """
      \(path)
      mkdir -p root/var/lib/dpkg/updates root/var/lib/dpkg/info root/var/lib/dpkg/triggers && : > root/var/lib/dpkg/status
      dpkg --root="$PWD/root" --force-depends --force-not-root --force-script-chrootless --log=/dev/null \
        -i made/docket_*.deb made/docket-sync_*.deb 2>&1
      dpkg --root="$PWD/root" -s docket docket-sync | grep -c '^Status: install ok installed'
      env -i HOME="$PWD/home" root/usr/bin/docket --preview list --count
      """)
    #expect(installed.text.hasSuffix("2\n24\n"), "\(installed.text)")
    let removed = try await docket.script(
      """
      \(path)
      dpkg --root="$PWD/root" --force-not-root --log=/dev/null -P docket-sync docket 2>&1; find root/usr -type f
      """)
    #expect(!removed.text.contains("root/usr/"), "\(removed.text)")
  }
}

/// What packages are made with; beside the suite, which can't name itself.
private enum PackagingTools {
  static var areThere: Bool {
    let isRelease = ProcessInfo.processInfo.environment["DOCKET_BINARY"]?.contains("/release/") == true
    return isRelease
      && ["make", "dpkg-deb", "dpkg-shlibdeps"].allSatisfy {
        FileManager.default.isExecutableFile(atPath: "/usr/bin/" + $0)
      }
  }
}
