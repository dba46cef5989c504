import type { Client } from "@modelcontextprotocol/client";
import { createProcessRunner } from "../../process/runner.ts";
import type { ProcessRunner } from "../../tool/process-contract.ts";
import { isToolError } from "../../tool/tool-error.ts";
import { createClient, type Negotiation, type ConnectOptions, type Link, type LinkOptions } from "./link.ts";
import { ProcessTransport } from "./process-transport.ts";
import { createRedact } from "./redact.ts";
import type { CommandServer } from "./source-options.ts";

/** An old server may never answer the question which protocol it supports: this share of the start time is for it. */
const probeShare = 1 / 3;

/** A link over the pipes of a process that our own runner starts and ends with its whole tree. */
export function openProcessLink(
  server: CommandServer,
  processes: ProcessRunner | undefined,
  options: LinkOptions,
): Link {
  const ownRunner = processes === undefined ? createProcessRunner() : undefined;
  const runner = processes ?? ownRunner;
  const redact = createRedact(server);
  let transport: ProcessTransport | undefined;
  let closing: Promise<void> | undefined;

  async function connectAs(mode: Negotiation, { timeoutMs, signal }: ConnectOptions): Promise<Client> {
    if (runner === undefined) throw new Error("There is no process runner");
    transport = new ProcessTransport(server, runner.openScope({ signal: options.signal }), redact);
    // Until the client listens, nothing else does.
    transport.onerror = options.onFault;
    const client = createClient(mode, options, timeoutMs * probeShare);
    await client.connect(transport, { timeout: timeoutMs, signal });
    return client;
  }

  async function end(): Promise<void> {
    try {
      await transport?.close();
    } finally {
      await ownRunner?.close();
    }
  }

  return {
    address: server.command,
    redact,
    async connect(request) {
      try {
        return await connectAs("auto", request);
      } catch (error) {
        const { end } = transport ?? {};
        if (end === undefined || "failure" in end || closing !== undefined || request.signal.aborted) throw error;
        // Some old servers exit at the first unknown message: they are started a second time.
        return await connectAs("legacy", request);
      }
    },
    describeEnd() {
      if (transport?.end === undefined || closing !== undefined) return undefined;
      const words = describeLastWords(transport.lastWords);
      return `${describeProcessEnd(transport.end).replace(/\.$/, "")}.${words === "" ? " It wrote nothing to stderr." : words}`;
    },
    lastWords: () => describeLastWords(transport?.lastWords ?? ""),
    close() {
      closing ??= end();
      return closing;
    },
  };
}

function describeProcessEnd(end: NonNullable<ProcessTransport["end"]>): string {
  // The runner's own errors say what is missing and what to do.
  if ("failure" in end) return isToolError(end.failure) ? `could not start: ${end.failure.message}` : "could not start";
  const { exitCode, signal } = end.exit;
  return signal === null ? `ended with exit code ${exitCode}` : `was ended by ${signal}`;
}

function describeLastWords(words: string): string {
  return words === "" ? "" : ` It last wrote to stderr:\n${words}`;
}
