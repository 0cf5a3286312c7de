import Foundation

/// A PostgreSQL of the tests' own: in a temporary directory, on a Unix socket, as a role without privileges.
///
/// A shell runs it and stops it when told so or when its standard input ends, which it does however the tests end, also
/// when they crash.
package final class TestServer: Sendable {
  /// The one that the suites share.
  package static let shared = Result { try TestServer(programs: installation ?? "") }

  /// Where PostgreSQL's programs are: the newest version of Debian's, or what is in the path.
  package static let installation: String? = {
    let root = "/usr/lib/postgresql"
    let folders = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
    let versions = folders.compactMap(Int.init).sorted()
    let path = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
    let places = versions.reversed().map { "\(root)/\($0)/bin" } + path
    return places.first { FileManager.default.isExecutableFile(atPath: $0 + "/initdb") }
  }()

  /// The directory of the socket.
  package let directory: String
  /// The number in the socket's name; that of a port where one is listened at.
  package let port: Int

  private let shell: Process
  private let commands = Pipe()
  private let answers = Pipe()

  /// Makes a server and starts it.
  ///
  /// - Parameters:
  ///   - programs: the directory of PostgreSQL's programs.
  ///   - settings: lines of `postgresql.conf`.
  package init(programs: String, settings: String = "", port: Int = 5432) throws {
    self.port = port
    directory = "/tmp/docket-pg-\(UInt32.random(in: 0...UInt32.max))"
    shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    let drop = getuid() == 0 ? ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] : []
    shell.arguments = drop + ["sh", "-c", Self.script, "sh", programs, directory, settings + "\nport = \(port)"]
    shell.currentDirectoryURL = URL(fileURLWithPath: "/")
    shell.standardInput = commands
    shell.standardOutput = answers
    // Other children of the tests must not keep the shell's input open when the tests end.
    for file in [commands.fileHandleForWriting, answers.fileHandleForReading] {
      _ = fcntl(file.fileDescriptor, F_SETFD, FD_CLOEXEC)
    }
    try shell.run()
    try expect("ready")
  }

  deinit { try? commands.fileHandleForWriting.close() }

  /// A connection string of a role.
  package func connection(_ role: String = "owner", database: String = "postgres") -> String {
    "host=\(directory) port=\(port) user=\(role) dbname=\(database)"
  }

  /// Kills the server as a power cut would (`kill -9` of its first process), and starts it again.
  ///
  /// It waits on a thread of its own: those of the pool are few, and other tests need them.
  package func crashAndRestart() async throws {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      Thread.detachNewThread {
        let restart = Result {
          try self.commands.fileHandleForWriting.write(contentsOf: Data("crash\n".utf8))
          try self.expect("ready")
        }
        continuation.resume(with: restart)
      }
    }
  }

  /// A URL of a role, as `docket sync init` takes it.
  package func url(_ role: String = "owner", database: String = "postgres") -> String {
    "postgresql:///\(database)?host=\(directory)&port=\(port)&user=\(role)"
  }

  /// The server's socket.
  package var socket: String { "\(directory)/.s.PGSQL.\(port)" }

  /// Runs one of PostgreSQL's programs as a superuser of the server.
  package func run(_ program: String, _ arguments: String...) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: (Self.installation ?? "") + "/" + program)
    process.arguments = arguments + ["--host", directory, "--username", "owner"]
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    if process.terminationStatus != 0 { throw TestServerError(said: "\(program): \(process.terminationStatus)") }
  }

  private func expect(_ word: String) throws {
    var line = ""
    while !line.hasSuffix("\n") {
      guard let byte = try answers.fileHandleForReading.read(upToCount: 1), !byte.isEmpty else {
        throw TestServerError(said: line)
      }
      line += String(decoding: byte, as: UTF8.self)
    }
    if line != word + "\n" { throw TestServerError(said: line) }
  }

  /// After a crash the server's other processes must have ended before it can start: `pg_ctl` fails so long.
  private static let script = #"""
    trap '' INT TERM HUP PIPE
    bin=$1 root=$2 log=$2/log
    mkdir -m 700 "$root" || exit 1
    trap '"$bin/pg_ctl" -D "$root/data" -m immediate stop >/dev/null 2>&1; rm -rf "$root"' EXIT
    "$bin/initdb" -D "$root/data" -U owner -A trust -E UTF8 --locale=C -N >"$log" 2>&1 || { tail -n 1 "$log"; exit 1; }
    printf 'local all locked scram-sha-256\nlocal all all trust\nhost all all 127.0.0.1/32 scram-sha-256\n' \
      >"$root/data/pg_hba.conf"
    printf "listen_addresses = ''\nunix_socket_directories = '%s'\nmax_connections = 200\n%s\n" "$root" "$3" \
      >>"$root/data/postgresql.conf"
    case $3 in *'ssl = on'*)
      openssl req -new -x509 -days 2 -nodes -subj /CN=localhost \
        -keyout "$root/data/server.key" -out "$root/data/server.crt" 2>/dev/null && chmod 600 "$root/data/server.key"
    esac
    start() { "$bin/pg_ctl" -D "$root/data" -l "$log" -w start >/dev/null 2>&1; }
    start || { tail -n 1 "$log"; exit 1; }
    echo ready
    while read -r command; do
      kill -9 "$(head -n 1 "$root/data/postmaster.pid")"
      tries=0
      until start; do tries=$((tries + 1)); [ $tries -lt 100 ] || { tail -n 1 "$log"; exit 1; }; sleep 0.1; done
      echo ready
    done
    """#
}

/// What the server's shell said instead of being ready.
package struct TestServerError: Error {
  package let said: String
}
