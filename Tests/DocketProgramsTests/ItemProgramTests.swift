import CDocketPrograms
import Foundation
import Testing

@testable import DocketPrograms

@Suite("Programs that get items")
struct ItemProgramTests {
  private func run(
    _ words: [String], _ input: String = "[]\n", timeout: Duration? = nil, variables: [String: String] = [:]
  ) async throws -> ProgramEnding {
    let program = try #require(ItemProgram(words))
    return await program.run(Data(input.utf8), variables: variables, timeout: timeout)
  }

  @Test func readWhatTheyAreGivenToItsEnd() async throws {
    let long = String(repeating: "x", count: 3 << 20)
    #expect(try await run(["wc", "-c"], long) == .exited(0, line: "\(3 << 20)"))
    // It need not read anything.
    #expect(try await run(["true"], long) == .exited(0, line: ""))
  }

  @Test func sayTheirFirstLine() async throws {
    #expect(try await run(["sh", "-c", "echo; echo one; echo two"]) == .exited(0, line: "one"))
    #expect(try await run(["sh", "-c", "echo wrong >&2; exit 3"]) == .exited(3, line: "wrong"))
    guard case .exited(0, let line) = try await run(["sh", "-c", "yes | head -c 1000000"]) else {
      Issue.record("it failed")
      return
    }
    #expect(line == "y")
    guard case .exited(0, let long) = try await run(["sh", "-c", "yes | tr -d '\\n' | head -c 1000000"]) else {
      Issue.record("it failed")
      return
    }
    #expect(long.utf8.count <= 400)
  }

  @Test func getNoDescriptorsButThree() async throws {
    let file = try #require(Descriptor(open("/dev/null", O_RDONLY)))
    // Three, and the one by which ls reads the directory.
    #expect(try await run(["sh", "-c", "ls /proc/self/fd | wc -l"]) == .exited(0, line: "4"))
    withExtendedLifetime(file) {}
  }

  @Test func leadAGroupOfTheirOwn() async throws {
    #expect(try await run(["sh", "-c", "[ $(ps -o pgid= -p $$) = $$ ] && echo yes"]) == .exited(0, line: "yes"))
  }

  /// Should we be killed meanwhile, whoever comes next knows what to end.
  @Test func runNothingBeforeTheirNumberIsTaken() async throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("made-\(UUID().uuidString)").path
    defer { unlink(path) }
    let program = try #require(ItemProgram(["touch", path]))
    let ending = await program.run(Data()) { identifier in
      // Long enough for a program that does not wait.
      usleep(100_000)
      #expect(access(path, F_OK) != 0 && getpgid(identifier) == identifier)
    }
    #expect(ending == .exited(0, line: "") && access(path, F_OK) == 0)
  }

  @Test func endThoughNobodyLetThemBegin() async throws {
    let text = try #require(strdup("true"))
    defer { free(text) }
    let (words, variables): ([UnsafeMutablePointer<CChar>?], [UnsafeMutablePointer<CChar>?]) = ([text, nil], [nil])
    let held = try words.withUnsafeBufferPointer { words in
      try variables.withUnsafeBufferPointer { variables in
        var program = docket_program()
        (program.name, program.arguments) = (UnsafePointer(text), words.baseAddress)
        program.environment = variables.baseAddress
        (program.input, program.output, program.error) = (0, 1, 2)
        var held = docket_held_program()
        try #require(docket_program_hold(&held, &program) == 0)
        return held
      }
    }
    // As the end of our process does.
    close(held.channel)
    var status: Int32 = -1
    #expect(waitpid(held.identifier, &status, 0) == held.identifier)
    #expect(status == 0)
  }

  @Test func runThoughTheirFileIsBeingWritten() async throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("script-\(UUID().uuidString)").path
    defer { unlink(path) }
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o700)
    let script = "#!/bin/sh\necho ran\n"
    try #require(write(file, script, script.utf8.count) == script.utf8.count)
    // For longer than is waited for, and for a short time.
    #expect(try await run([path]) == .notStarted(ETXTBSY))
    Thread.detachNewThread {
      usleep(50_000)
      close(file)
    }
    #expect(try await run([path]) == .exited(0, line: "ran"))
  }

  @Test func areEndedWithTheirGroupAfterTheTimeout() async throws {
    let timeout = Duration.milliseconds(200)
    // The second one does not listen.
    for script in ["sleep 1000", "trap '' TERM; sleep 1000 & wait; sleep 1000"] {
      #expect(try await run(["sh", "-c", script], timeout: timeout) == .timedOut(timeout))
    }
  }

  @Test func endThoughWhatTheyStartedGoesOn() async throws {
    let ending = try await run(["sh", "-c", "sleep 1000 & echo $!"], timeout: .seconds(100))
    guard case .exited(0, let line) = ending, let sleeper = pid_t(line) else {
      Issue.record("it ended by \(ending)")
      return
    }
    kill(sleeper, SIGKILL)
  }

  @Test func sayWhyTheyCannotBeRun() async throws {
    for (words, phrase) in [
      (["/nowhere"], "there is no program “/nowhere”"), (["/etc"], "“/etc” can't be run, permission denied"),
      (["sh", "-c", "kill -9 $$"], "“sh” was ended by signal 9"),
      (["sh", "-c", "echo no; exit 7"], "“sh” failed with status 7, “no”"),
    ] {
      let program = try #require(ItemProgram(words))
      #expect(try await run(words).failure(of: program) == phrase)
    }
    #expect(ItemProgram([]) == nil && ItemProgram([""]) == nil)
  }

  @Test func standForTheHomeDirectory() throws {
    let program = try #require(ItemProgram(["~/bin/x", "~/y"]))
    #expect(program.arguments(["HOME": "/h"]) == ["/h/bin/x", "~/y"])
    #expect(program.arguments([:]) == ["~/bin/x", "~/y"])
  }

  @Test func getVariables() async throws {
    #expect(
      try await run(["sh", "-c", "echo $DOCKET_HOOK"], variables: ["DOCKET_HOOK": "added"]) == .exited(0, line: "added")
    )
  }
}
