import type { Client } from "@modelcontextprotocol/client";
import { cleanLine, cleanText } from "../../tool/adopt-tool.ts";
import { adoptTools } from "./adopt-tools.ts";
import { callRemote } from "./call-remote.ts";
import { coalesce } from "../coalesce.ts";
import { describeStartFailure } from "./describe-start-failure.ts";
import type { Link } from "./link.ts";
import { openLink } from "./open-link.ts";
import { listTools } from "./list-tools.ts";
import { createToolNames } from "./name-tools.ts";
import { formatResult } from "./read-result.ts";
import type { AdoptedTools, ServerInfo, ToolSource } from "./source-contract.ts";
import { createRedact } from "./redact.ts";
import { createFaultReporter } from "./report-faults.ts";
import { checkSourceOptions, defaultStartMs, type ToolSourceOptions } from "./source-options.ts";
import { startTime } from "./start-time.ts";

const maxInstructions = 2_000;

/** Connects to an MCP server and makes its tools ours. Rejects with a `ToolSourceError`; then nothing is left running. */
export async function openToolSource(options: ToolSourceOptions): Promise<ToolSource> {
  checkSourceOptions(options);
  const { name: source, startTimeoutMs = defaultStartMs, signal: hostSignal, onToolsChanged } = options;
  const onFault = createFaultReporter(source, createRedact(options.server), options.onFault);
  const over = new AbortController();
  let adopted: AdoptedTools = { tools: [], skipped: [] };
  let client: Client | undefined;
  let closing: Promise<void> | undefined;

  const link = openLink(options.server, options.processes, {
    signal: over.signal,
    onFault: (error) => closing === undefined && onFault(error),
    onToolsChanged: onToolsChanged === undefined ? undefined : coalesce(refresh),
  });
  const close = (): Promise<void> => {
    hostSignal?.removeEventListener("abort", onHostAbort);
    closing ??= link.close().finally(() => over.abort());
    return closing;
  };
  const onHostAbort = (): void => void close().catch(onFault);
  const read = createReader(options, link, () => closing !== undefined, onFault);

  async function refresh(): Promise<void> {
    if (client === undefined || closing !== undefined) return;
    try {
      adopted = await read(client, over.signal);
      onToolsChanged?.(adopted);
    } catch (error) {
      if (closing === undefined) onFault(error);
    }
  }

  const start = startTime(startTimeoutMs, hostSignal);
  try {
    client = await start.bound(link.connect({ timeoutMs: startTimeoutMs, signal: start.signal }));
    adopted = await start.bound(read(client, start.signal));
  } catch (error) {
    const problem = describeStartFailure(source, link, error);
    await close().catch(onFault);
    throw problem;
  } finally {
    start.finish();
  }
  hostSignal?.addEventListener("abort", onHostAbort, { once: true });
  reportEnds(client, link, (problem) => closing === undefined && onFault(new Error(problem)));
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

/** Between calls nobody would notice that the server is gone or has stopped telling. */
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

/** Reads the server's list; names and doubts about `trust` live as long as the source. */
function createReader(
  options: ToolSourceOptions,
  link: Link,
  isClosed: () => boolean,
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
    const calls = { source, client, link, isClosed };
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
