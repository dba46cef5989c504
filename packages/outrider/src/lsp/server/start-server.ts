import { realpath } from "node:fs/promises";
import { basename, isAbsolute } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { ProcessSandbox, ProcessScope } from "toolwright";
import type { ServerCapabilities } from "vscode-languageserver-protocol";
import type { ServerSpec } from "../../languages/server-spec.ts";
import { waitUnlessAborted } from "../../workspace/time/limit-signal.ts";
import { type Connection, ServerError } from "../wire/connection.ts";
import { openConnection } from "../wire/open-connection.ts";
import { createCanary } from "./canary.ts";
import { createDiagnosticsStore } from "./diagnostics-store.ts";
import { createDocuments, createAwaitParsed, type Documents } from "./documents.ts";
import { type ServerEnd, watchEnd } from "./end-server.ts";
import { type Introduction, initialize } from "./initialize.ts";
import type { FileChanges, LanguageServer, WantedServer } from "./language-server.ts";
import { syncKindOf, wantsSaves } from "./open-documents.ts";
import { createReadiness } from "./readiness.ts";
import { createRegistrations } from "./registrations.ts";
import { defaultLimits, type ServerLimits, requestTimeOf } from "./server-limits.ts";
import { createEditCollector, createRequestAnswers, hearNotifications } from "./server-messages.ts";
import { type ServerProcess, spawnServer } from "./spawn-server.ts";
import { supportsMethod } from "./supports.ts";
import { askTsserver, diagnosticMethod } from "./tsserver-diagnostics.ts";
import { uriOf } from "./uri.ts";
import { createWatchedFiles, type WatchedFiles, watchedFilesMethod } from "./watched-files.ts";

interface AskOptions {
  readonly connection: Connection;
  readonly limits: ServerLimits;
  /** Too many requests in a row had no answer. */
  readonly onHang: (detail: string) => void;
}

/** Cancelled by the server, content modified, and cancelled to be sent again. */
const passing: ReadonlySet<number | undefined> = new Set([-32800, -32801, -32802]);
const pausesMs = [100, 300, 900];

/** Requests that may have had an effect already, or would be wrong after a change. */
const neverAgain = /^(?:textDocument\/rename|workspace\/executeCommand|workspace\/will|workspace\/did)/;

export interface StartServerOptions {
  readonly wanted: WantedServer;
  readonly processes: ProcessScope;
  /** Undefined if a file must not be read or is gone. */
  readonly readText: (path: string) => Promise<string | undefined>;
  readonly limits?: Partial<ServerLimits>;
  readonly sandbox?: ProcessSandbox | undefined;
}

/** Limit for changed files that were never open, for servers that look only at opened files. */
const maxNew = 50;

/** Starts and initializes a server. Rejects with a ServerError that says why; then nothing of it is left running. */
export async function startServer(
  { wanted, processes, readText, limits: changedLimits, sandbox }: StartServerOptions,
  { signal }: { readonly signal: AbortSignal },
): Promise<LanguageServer> {
  if (signal.aborted) throw new ServerError("cancelled", `The start of ${wanted.spec.title} was cancelled.`);
  const { spec, root } = wanted;
  const limits = { ...defaultLimits, ...changedLimits };
  const program = await programOf(wanted);
  const process = await spawnServer(wanted, { processes, grace: limits.grace, sandbox });
  const registrations = createRegistrations();
  const edits = createEditCollector();
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

  const onHang = (detail: string): void => connection.close({ why: "unresponsive", detail });
  const request = createRequest(spec, createAsk({ connection, limits, onHang }), end);
  const made = createDocuments({
    spec,
    sync: syncKindOf(capabilities),
    maxOpen: limits.maxOpenDocuments,
    readText,
    notify: connection.notify,
    onText: diagnostics.forget,
    awaitParsed: spec.opensLate ? createAwaitParsed(connection) : undefined,
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
    program,
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
    tellChanges: (changes) => tellChanges({ spec, capabilities, connection, documents: made, watched }, changes),
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

async function programOf({ file, args }: WantedServer): Promise<string> {
  const script = /^node(?:\.exe)?$/i.test(basename(file)) ? args.find((each) => isAbsolute(each)) : undefined;
  return await realpath(script ?? file).catch(() => script ?? file);
}

/** Requests whose failure says why the server is gone. */
function createRequest(spec: ServerSpec, ask: LanguageServer["request"], end: ServerEnd): LanguageServer["request"] {
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
  return request;
}

interface Told {
  readonly spec: ServerSpec;
  readonly capabilities: ServerCapabilities;
  readonly connection: Pick<Connection, "notify">;
  readonly documents: Documents;
  readonly watched: WatchedFiles;
}

async function tellChanges(
  { spec, capabilities, connection, documents, watched }: Told,
  changes: FileChanges,
): Promise<void> {
  await documents.update(changes);
  const events = spec.freshness === "itself" && !watched.isRegistered() ? [] : watched.eventsOf(changes);
  if (events.length > 0) connection.notify(watchedFilesMethod, { changes: events });
  if (spec.freshness !== "open") return;
  await documents.show([...changes.changed, ...changes.added], maxNew);
  const [anyOpen] = documents.paths;
  // clangd re-reads the includes of its open documents only when one of them is saved.
  if (anyOpen !== undefined && wantsSaves(capabilities)) {
    connection.notify("textDocument/didSave", { textDocument: { uri: uriOf(anyOpen) } });
  }
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
    return await initialize(connection, wanted, { signal, timeoutMs: limits.initialize, watches: !process.sandboxed });
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

/** Sends requests with a time limit, retries transient failures, and notices a server that never answers. */
function createAsk({ connection, limits, onHang }: AskOptions): LanguageServer["request"] {
  let timeouts = 0;
  let lastTimeoutAt = 0;

  const countTimeout = (askedAt: number): void => {
    // Requests sent together count as one timeout, however many there are.
    if (askedAt < lastTimeoutAt) return;
    lastTimeoutAt = performance.now();
    timeouts += 1;
    if (timeouts >= limits.maxTimeoutsInRow) onHang(`${timeouts} requests in a row had no answer`);
  };

  return async (method, params, { signal, timeoutMs = requestTimeOf(method, limits) }) => {
    const askedAt = performance.now();
    const leftMs = (): number => askedAt + timeoutMs - performance.now();
    for (let attempt = 0; ; attempt += 1) {
      try {
        const result = await connection.request(method, params, { signal, timeoutMs: Math.max(1, leftMs()) });
        timeouts = 0;
        return result;
      } catch (error) {
        if (!(error instanceof ServerError)) throw error;
        if (error.code === "server") timeouts = 0;
        if (error.code === "timed_out" && timeoutMs >= limits.hang) countTimeout(askedAt);
        const wait = pausesMs[attempt];
        const isPassing = error.code === "server" && passing.has(error.rpcCode) && !neverAgain.test(method);
        if (!isPassing || wait === undefined || leftMs() <= wait) throw error;
        await pause(wait, undefined, { signal }).catch(() => {
          throw new ServerError("cancelled", `${method} was cancelled.`);
        });
      }
    }
  };
}
