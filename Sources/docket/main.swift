import DataProvider
import DocketTUI
import Foundation
let args = CommandLine.arguments
let provider = DataProvider(storeURL: URL(fileURLWithPath: "/tmp/try.sqlite"))
let n = args.firstIndex(of: "--items").flatMap { Int(args[$0 + 1]) } ?? 24
let reason = try DocketTUI.run(provider, previewItems: args.contains("--preview") ? n : nil)
reason.endProcess()
