import { spawnSync } from "node:child_process";
import { chmodSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import { isFullProof } from "../../../../toolwright/test/proof-size.ts";
import { serverSettings } from "../../support/kit-servers.ts";
import { openServedOutrider, type ServedOutrider } from "../../support/served-outrider.ts";
import { writeFiles } from "../../support/temp-project.ts";
import type { TrappedPlace } from "./plant-traps.ts";

export interface TrappedRun {
  /** Arguments of `serve`. */
  readonly args?: readonly string[];
  /** Lines for `[servers]` of the user's settings. */
  readonly settings?: string;
  /** The user's settings as a whole. */
  readonly config?: string;
}

const servers = ["vtsls", "pyright", "bash", "json", "yaml", "css", "html"];

/** Outrider as a careless user starts it: places of the repository come first on PATH. */
export async function openTrapped(place: TrappedPlace, run: TrappedRun): Promise<ServedOutrider> {
  const { base, root, trace } = place;
  const own = join(base, "own");
  for (const [name, commands] of Object.entries(standIns)) {
    writeFiles(own, { [name]: standIn(name, commands, place.started) });
    chmodSync(join(own, name), 0o755);
  }
  // Also those that the settings of a test switch off, so that servers are looked for on PATH.
  const found = (await serverSettings(servers)).replace(/^off = .*$/m, `off = []\nmax = 16\n${run.settings ?? ""}`);
  // Without the sandbox, in which nothing could leave a trace.
  const bare = '[security]\nsandbox = "off"\n';
  writeFiles(join(base, "config"), { "outrider/config.toml": run.config ?? `${bare}${found}` });
  const planted = ["node_modules/.bin", ".", ".venv/bin", "tools/bin"].map((each) => join(root, each));
  const env = {
    PATH: [...planted, ".", "node_modules/.bin", own, process.env["PATH"]].join(delimiter),
    XDG_CONFIG_HOME: join(base, "config"),
    RUSTUP_HOME: process.env["RUSTUP_HOME"] ?? join(homedir(), ".rustup"),
    CARGO_HOME: process.env["CARGO_HOME"] ?? join(homedir(), ".cargo"),
  };
  return await openServedOutrider({}, env, { args: run.args ?? [], project: root, under: watchedBy(trace) });
}

/** Notes every program that is started, where that is allowed; in the full proof only, since it costs much. */
function watchedBy(trace: string): readonly string[] {
  const strace = ["strace", "-f", "--seccomp-bpf", "-qq", "-e", "trace=execve", "-s", "400"];
  if (!isFullProof) return [];
  const [command = "", ...args] = strace;
  return spawnSync(command, [...args, "-o", "/dev/null", "true"]).status === 0 ? [...strace, "-o", trace] : [];
}

/** Servers that this machine may not have, as far as they start programs when they look at a project. */
const standIns = {
  "rust-analyzer": ["cargo metadata --offline --format-version 1", "rustc --print cfg", "cargo --version"],
  gopls: ["go env", "go list -e -json -compiled=true -test=true -deps=true ./...", "go list -m -json all"],
};

function standIn(name: string, commands: readonly string[], log: string): string {
  return `#!${process.execPath}
const { spawnSync } = require("node:child_process");
const { appendFileSync } = require("node:fs");
for (const line of ${JSON.stringify(commands)}) {
  const { status } = spawnSync("/bin/sh", ["-c", line]);
  appendFileSync(${JSON.stringify(log)}, "${name}: " + line + ": " + status + "\\n");
}

const diagnosticProvider = { interFileDependencies: false, workspaceDiagnostics: false };
const answers = {
  initialize: { capabilities: { textDocumentSync: 1, diagnosticProvider } },
  "textDocument/diagnostic": { kind: "full", items: [] },
};

function send(message) {
  const text = JSON.stringify({ jsonrpc: "2.0", ...message });
  process.stdout.write("Content-Length: " + Buffer.byteLength(text) + "\\r\\n\\r\\n" + text);
}

let bytes = Buffer.alloc(0);
process.stdin.on("data", (data) => {
  bytes = Buffer.concat([bytes, data]);
  for (;;) {
    const start = bytes.indexOf("\\r\\n\\r\\n") + 4;
    const length = Number(/Content-Length: (\\d+)/.exec(bytes.subarray(0, start))?.[1]);
    if (start < 4 || bytes.length < start + length) return;
    const { id, method } = JSON.parse(bytes.subarray(start, start + length));
    bytes = bytes.subarray(start + length);
    if (method === "exit") process.exit(0);
    if (method === "initialized") send({ method: "experimental/serverStatus", params: { health: "ok", quiescent: true } });
    if (id !== undefined && method !== undefined) send({ id, result: answers[method] ?? null });
  }
});
`;
}
