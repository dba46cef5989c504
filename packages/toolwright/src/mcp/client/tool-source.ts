import type { Client } from "@modelcontextprotocol/client";
import { cleanLine, cleanText } from "../../tool/adopt-tool.ts";
import type { ProcessRunner } from "../../tool/process-contract.ts";
import { coalesce } from "../announce.ts";
import { adoptTools } from "./adopt-tools.ts";
import { callRemote, formatResult, type RemoteCalls } from "./call-remote.ts";
import { tellError } from "./describe-failure.ts";
import { openHttpLink } from "./http-link.ts";
import { type Link, type LinkOptions, startTime } from "./link.ts";
import { listTools, createToolNames } from "./list-tools.ts";
import { type ServerLink, keepAlive, type LiveServer } from "./live-server.ts";
import { openProcessLink } from "./process-link.ts";
import { createRedact, type Redact } from "./redact.ts";
import type { AdoptedTools, ServerInfo, ToolSource } from "./source-contract.ts";
import { ToolSourceError } from "./source-error.ts";
import {
  checkSourceOptions,
  defaultStartMs,
  type ToolSourceOptions,
  type CommandServer,
  type UrlServer,
} from "./source-options.ts";

/** How many faults a server can cause per minute, so that it cannot fill a log. */
const maxFaults = 50;
const windowMs = 60_000;
const maxInstructions = 2_000;

/** Connects to an MCP server and adopts its tools. Rejects with a `ToolSourceError`; then nothing is left running. */
export async function openToolSource(options: ToolSourceOptions): Promise<ToolSource> {
  checkSourceOptions(options);
  const { name: source, restart = true, signal: hostSignal, onToolsChanged } = options;
  const redact = createRedact(options.server);
  const onFault = createFaultReporter(source, redact, options.onFault);
  const over = new AbortController();
  /** Whoever closes does not wait for a server that is being started. */
  const starting = new AbortController();
  let adopted: AdoptedTools = { tools: [], skipped: [] };
  let server: LiveServer | undefined;
  let closing: Promise<void> | undefined;
  const isClosed = (): boolean => closing !== undefined;
  const report = (error: unknown): void => void (isClosed() || onFault(error));

  const close = (): Promise<void> => {
    hostSignal?.removeEventListener("abort", onHostAbort);
    starting.abort();
    closing ??= (server?.close() ?? Promise.resolve()).finally(() => over.abort());
    return closing;
  };
  const onHostAbort = (): void => void close().catch(onFault);
  const calls = { source, redact, restarts: restart, isClosed, server: () => server ?? neverOpened(source) };
  const read = createReader(options, calls, onFault);

  async function refresh(): Promise<void> {
    if (server === undefined || isClosed()) return;
    try {
      adopted = await read(server.latest().client, over.signal);
      onToolsChanged?.(adopted);
    } catch (error) {
      report(error);
    }
  }

  const linkOptions = {
    signal: over.signal,
    onFault: report,
    onToolsChanged: onToolsChanged === undefined ? undefined : coalesce(refresh),
  };

  const open: OpenServerLink = (signal, use) => openConnection(options, linkOptions, signal, use);

  async function openAgain(): Promise<ServerLink> {
    const connection = await open(starting.signal, async () => {});
    // What the server lists now is for those who want to know; the tools that there are stay as they are.
    if (onToolsChanged !== undefined) queueMicrotask(() => void refresh());
    return connection;
  }

  const first = await open(hostSignal, async (client, time) => {
    adopted = await read(client, time);
  });
  const { client } = first;
  server = keepAlive(source, first, restart ? openAgain : undefined, () => performance.now());
  hostSignal?.addEventListener("abort", onHostAbort, { once: true });
  if (hostSignal?.aborted === true) onHostAbort();
  const serverInfo = readServerInfo(client);
  const instructions = cleanText(client.getInstructions() ?? "", maxInstructions);
  return {
    name: source,
    get tools() {
      return adopted.tools;
    },
    get skipped() {
      return adopted.skipped;
    },
    serverInfo,
    instructions: instructions === "" ? undefined : instructions,
    close,
  };
}

/** What a connection is used for before it counts as one. */
type FirstUse = (client: Client, time: AbortSignal) => Promise<void>;
type OpenServerLink = (signal: AbortSignal | undefined, use: FirstUse) => Promise<ServerLink>;

/** A connection that serves, after `use`; if it never does, nothing of it is left. */
async function openConnection(
  { name: source, server, processes, startTimeoutMs = defaultStartMs }: ToolSourceOptions,
  linkOptions: LinkOptions,
  signal: AbortSignal | undefined,
  use: FirstUse,
): Promise<ServerLink> {
  const link = openLink(server, processes, linkOptions);
  const start = startTime(startTimeoutMs, signal);
  try {
    const client = await start.bound(link.connect({ timeoutMs: startTimeoutMs, signal: start.signal }));
    await start.bound(use(client, start.signal));
    reportEnds(client, link, (problem) => linkOptions.onFault(new Error(problem)));
    return { link, client };
  } catch (error) {
    const problem = describeStartFailure(source, link, error);
    await link.close().catch(linkOptions.onFault);
    throw problem;
  } finally {
    start.finish();
  }
}

function neverOpened(source: string): never {
  throw new TypeError(`The source ${source} is not open yet.`);
}

/** Between calls it would go unnoticed that the server is gone or has stopped sending changes. */
function reportEnds(client: Client, link: Link, report: (problem: string) => void): void {
  client.onclose = () => report(`The server ${link.describeEnd() ?? "has closed the connection."}`);
  void client.autoOpenedSubscription?.closed.then(() => {
    if (link.describeEnd() === undefined) report("The server no longer tells of changed tools; open the source anew.");
  });
}

function readServerInfo(client: Client): ServerInfo {
  const { name = "", version = "" } = client.getServerVersion() ?? {};
  const protocolVersion = cleanLine(client.getNegotiatedProtocolVersion() ?? "", 50);
  return Object.freeze({ name: cleanLine(name, 100), version: cleanLine(version, 50), protocolVersion });
}

/** Reads the server's list; names and complaints about `trust` live as long as the source. */
function createReader(
  options: ToolSourceOptions,
  calls: RemoteCalls,
  onFault: (error: unknown) => void,
): (client: Client, signal: AbortSignal) => Promise<AdoptedTools> {
  const {
    name: source,
    startTimeoutMs = defaultStartMs,
    callTimeoutMs = 60_000,
    callStallMs,
    maxTools = 200,
    trust,
  } = options;
  const names = createToolNames(source);
  const doubted = new Set<string>();
  return async (client, signal) => {
    const listed = await listTools(client, { timeout: startTimeoutMs, signal });
    const adopted = adoptTools(
      {
        source,
        names,
        trust,
        maxTools,
        times: { deadlineMs: callTimeoutMs, stallMs: callStallMs },
        behaviour: (tool) => ({
          handle: callRemote(calls, tool),
          format: formatResult,
          attach: ({ attachments }) => attachments,
        }),
      },
      listed,
    );
    for (const name of Object.keys(trust?.tools ?? {})) {
      if (names.knows(name) || doubted.has(name)) continue;
      doubted.add(name);
      onFault(new Error(`trust.tools names ${JSON.stringify(name)}, which is no tool of the server.`));
    }
    return adopted;
  };
}

function openLink(server: CommandServer | UrlServer, processes: ProcessRunner | undefined, options: LinkOptions): Link {
  return "url" in server ? openHttpLink(server, options) : openProcessLink(server, processes, options);
}

/** Why a source could not be opened: what the server did, what it last wrote, what to look at. */
function describeStartFailure(source: string, link: Link, error: unknown): ToolSourceError {
  const server = `The server ${source} (${link.address})`;
  if (error instanceof ToolSourceError) {
    return new ToolSourceError(error.code, `${server}: ${error.message}${link.lastWords()}`);
  }
  const end = link.describeEnd();
  if (end !== undefined) return new ToolSourceError("start_failed", `${server} ${end}`);
  const words = tellError(error, link.redact);
  return new ToolSourceError("start_failed", `${server} could not be used: ${words}${link.lastWords()}`);
}

/** Reports failures outside calls to the host: cleaned, without secrets, and never throwing into the SDK. */
function createFaultReporter(
  source: string,
  redact: Redact,
  onFault: (error: Error) => void = emitWarning,
): (error: unknown) => void {
  // The transport and its client both report the same error.
  const told = new WeakSet<object>();
  let since = performance.now();
  let count = 0;
  return (error) => {
    if (typeof error === "object" && error !== null) {
      if (told.has(error)) return;
      told.add(error);
    }
    if (performance.now() - since > windowMs) [since, count] = [performance.now(), 0];
    if (++count > maxFaults) return;
    const rest = count === maxFaults ? " Further faults within this minute are not reported." : "";
    try {
      onFault(new Error(`${source}: ${tellError(error, redact)}${rest}`));
    } catch {
      // Errors of the listener are its own problem.
    }
  };
}

function emitWarning({ message }: Error): void {
  process.emitWarning(message, "ToolwrightWarning");
}
