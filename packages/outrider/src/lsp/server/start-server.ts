import type { ProcessScope } from "toolwright/process";
import { waitUnlessAborted } from "../../workspace/time/wait-unless-aborted.ts";
import { type Connection, ServerError } from "../wire/connection.ts";
import { openConnection } from "../wire/open-connection.ts";
import { createRequestAnswers } from "./answer-requests.ts";
import { createAskedEdits } from "./asked-edits.ts";
import { createAsk } from "./ask-server.ts";
import { createCanary } from "./canary.ts";
import { createDiagnosticsStore } from "./diagnostics-store.ts";
import { createDocuments, type Documents } from "./documents.ts";
import { type ServerEnd, watchEnd } from "./end-server.ts";
import { type Introduction, initialize } from "./initialize.ts";
import type { LanguageServer } from "./language-server.ts";
import { hearNotifications } from "./hear-notifications.ts";
import { createReadiness } from "./readiness.ts";
import { createRegistrations } from "./registrations.ts";
import { defaultLimits, type ServerLimits } from "./server-limits.ts";
import { type ServerProcess, spawnServer } from "./spawn-server.ts";
import { supportsMethod } from "./supports.ts";
import { createSettled } from "./settled.ts";
import { syncKindOf, wantsSaves } from "./sync-kind.ts";
import { askTsserver, diagnosticMethod } from "./tsserver-diagnostics.ts";
import { uriOf } from "./uri.ts";
import type { WantedServer } from "./wanted-server.ts";
import { createWatchedFiles, watchedFilesMethod } from "./watched-files.ts";

export interface StartServerOptions {
  readonly wanted: WantedServer;
  readonly processes: ProcessScope;
  /** Undefined where a file may not be seen or is gone. */
  readonly readText: (path: string) => Promise<string | undefined>;
  readonly limits?: Partial<ServerLimits>;
}

/** Of files that changed and were never open, for servers that look only at what is opened. */
const mostNew = 50;

/** Starts a server and introduces us. Rejects with a ServerError that says why; then nothing of it is left. */
export async function startServer(
  { wanted, processes, readText, limits: changedLimits }: StartServerOptions,
  { signal }: { readonly signal: AbortSignal },
): Promise<LanguageServer> {
  if (signal.aborted) throw new ServerError("cancelled", `The start of ${wanted.spec.title} was cancelled.`);
  const { spec, root } = wanted;
  const limits = { ...defaultLimits, ...changedLimits };
  const process = await spawnServer(wanted, processes, limits.grace);
  const registrations = createRegistrations();
  const edits = createAskedEdits();
  let documents: Documents | undefined;
  const diagnostics = createDiagnosticsStore(spec, (path) => documents?.versionOf(path));
  const readiness = createReadiness({ readiness: spec.readiness, askCanary: (aborted) => askCanary(aborted) });
  const connection = openConnection(
    process,
    {
      onRequest: createRequestAnswers({ root, settings: wanted.settings, registrations, edits }),
      onNotification: hearNotifications({ readiness, diagnostics, log: process.log }),
    },
    spec.maxInFlight === undefined ? {} : { maxInFlight: spec.maxInFlight },
  );
  const end = watchEnd(connection, process, limits);
  const { capabilities, version } = await introduce({ connection, wanted, process, end, limits, signal });

  const ask = createAsk({
    connection,
    limits,
    onHang: (detail) => connection.close({ why: "unresponsive", detail }),
  });
  const request: LanguageServer["request"] = async (method, params, options) => {
    if (method === diagnosticMethod && spec.problemsBy === "tsserver") return askTsserver(request, params, options);
    try {
      return await ask(method, params, options);
    } catch (error) {
      if (!(error instanceof ServerError) || error.code !== "closed") throw error;
      // The process knows better than the pipe why it ended.
      throw new ServerError("closed", `${method} has no answer: ${spec.title} is gone: ${(await end.closed).detail}`);
    }
  };
  const made = createDocuments({
    spec,
    sync: syncKindOf(capabilities),
    maxOpen: limits.maxOpenDocuments,
    readText,
    notify: connection.notify,
    onText: diagnostics.forget,
    settled: spec.opensLate ? createSettled(connection) : undefined,
  });
  documents = made;
  const watched = createWatchedFiles(root, registrations);
  const askCanary = createCanary({ request, paths: () => made.paths, readText });
  const over = end.closed.then(({ detail }) => {
    readiness.end(`${spec.title} is gone: ${detail}`);
    diagnostics.end(`${spec.title} is gone: ${detail}`);
  });

  return {
    spec,
    root,
    capabilities,
    version,
    pid: process.pid,
    request,
    editsOf: (command, options) => edits.collect(() => request("workspace/executeCommand", command, options)),
    supports: (method) => supportsMethod(method, { spec, capabilities, registrations }),
    async open(paths, options) {
      readiness.opened();
      return await waitUnlessAborted(made.open(paths, options.signal), options.signal);
    },
    get openDocuments() {
      return made.size;
    },
    isOpen: (path) => made.versionOf(path) !== undefined,
    versionOf: (path) => made.versionOf(path),
    async tellChanges(changes) {
      await made.update(changes);
      const events = spec.freshness === "itself" && !watched.isRegistered() ? [] : watched.eventsOf(changes);
      if (events.length > 0) connection.notify(watchedFilesMethod, { changes: events });
      if (spec.freshness !== "open") return;
      await made.show([...changes.changed, ...changes.added], mostNew);
      const [anyOpen] = made.paths;
      // clangd looks again at what its open documents include only when one of them is saved.
      if (anyOpen !== undefined && wantsSaves(capabilities)) {
        connection.notify("textDocument/didSave", { textDocument: { uri: uriOf(anyOpen) } });
      }
    },
    phase: readiness.phase,
    untilReady: readiness.untilReady,
    diagnostics,
    log: () => process.log.lines(),
    closed: end.closed,
    async stop() {
      await end.stop();
      await over;
    },
  };
}

interface Introducing {
  readonly connection: Connection;
  readonly wanted: WantedServer;
  readonly process: ServerProcess;
  readonly end: ServerEnd;
  readonly limits: ServerLimits;
  readonly signal: AbortSignal;
}

async function introduce({ connection, wanted, process, end, limits, signal }: Introducing): Promise<Introduction> {
  try {
    return await initialize(connection, wanted, { signal, timeoutMs: limits.initialize });
  } catch (error) {
    const { code, message, rpcCode } = error instanceof ServerError ? error : new ServerError("server", String(error));
    connection.close({ why: "closed", detail: "its start failed" });
    const { why, detail } = await end.closed;
    await process.kill();
    if (code === "cancelled") throw new ServerError(code, `The start of ${wanted.spec.title} was cancelled.`);
    const words = process.log.lastWords();
    const reason = why === "closed" ? `${message}${words === "" ? "" : ` It last wrote:\n${words}`}` : detail;
    throw new ServerError(code, `${wanted.spec.title} could not be started: ${reason}`, rpcCode);
  }
}
