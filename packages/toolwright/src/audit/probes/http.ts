import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import { networkInterfaces } from "node:os";
import type { HttpCheck } from "../seen.ts";
import type { UrlOptions } from "../subject/http-wire.ts";
import { defineProbe, type ProbeContext } from "./probe.ts";
import { NotMeasured } from "./target.ts";

const greeting = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "toolwright-audit", version: "0.1.0" },
  },
});

/** Sends a server on this machine what pages of other sites could send. */
export const httpProbe = defineProbe({ name: "http" }, async (context) => {
  const { target, signal } = context;
  const { server } = target;
  if (server === undefined) throw new NotMeasured("The server does not speak HTTP.");
  const url = new URL(server.url);
  if (!isLoopback(url.hostname) || url.protocol !== "http:") {
    throw new NotMeasured("Origin and Host are checked only of a server on this machine.");
  }
  context.status("sending requests of other sites");
  const checks: HttpCheck[] = [
    await check("foreign origin", context, url, { origin: "http://attacker.example" }),
    await check("foreign host", context, url, { host: `attacker.example:${url.port || "80"}` }),
    ...(await checkToken(context, url, server)),
    await checkInterfaces(url, signal),
  ];
  // What was not answered by then was not refused either.
  if (signal.aborted) throw new NotMeasured("The time of the audit was up.");
  return checks;
});

type Wait = Pick<ProbeContext, "limits" | "signal">;

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "[::1]" || host.startsWith("127.");
}

async function check(
  name: HttpCheck["name"],
  wait: Wait,
  url: URL,
  headers: Readonly<Record<string, string>>,
): Promise<HttpCheck> {
  const { status, text } = await greet(wait, url, headers);
  const sent = `POST ${url.pathname} with ${Object.entries(headers)
    .map(([key, value]) => `${key}: ${value}`)
    .join(", ")}`;
  return { name, sent, accepted: status === 200, received: `HTTP ${status} ${text}` };
}

/** A token in the address ends up in logs and histories. */
async function checkToken(wait: Wait, url: URL, { headers = {} }: UrlOptions): Promise<readonly HttpCheck[]> {
  const [, header = ""] = Object.entries(headers).find(([name]) => name.toLowerCase() === "authorization") ?? [];
  const token = header.replace(/^Bearer\s+/i, "");
  if (token === "" || (await greet(wait, url, {})).status === 200) return [];
  const checks: HttpCheck[] = [];
  for (const name of ["access_token", "token", "api_key"]) {
    const address = new URL(url);
    address.searchParams.set(name, token);
    const { status, text } = await greet(wait, address, {});
    checks.push({
      name: "token in query",
      sent: `POST ${url.pathname}?${name}=…`,
      accepted: status === 200,
      received: `HTTP ${status} ${text}`,
    });
  }
  return checks;
}

/** Whether the port answers at an address that other machines can reach. */
async function checkInterfaces(url: URL, signal: AbortSignal): Promise<HttpCheck> {
  const addresses = Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .filter(({ internal, family }) => !internal && family === "IPv4")
    .map(({ address }) => address);
  const port = Number(url.port || "80");
  for (const address of addresses) {
    if (signal.aborted) break;
    if (await canConnect(address, port)) {
      return { name: "all interfaces", sent: `connect ${address}:${port}`, accepted: true, received: "connected" };
    }
  }
  return {
    name: "all interfaces",
    sent: `connect to ${addresses.length} addresses`,
    accepted: false,
    received: "refused",
  };
}

function canConnect(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 1_000 });
    const end = (connected: boolean): void => {
      socket.destroy();
      resolve(connected);
    };
    socket.once("connect", () => end(true));
    socket.once("timeout", () => end(false));
    socket.once("error", () => end(false));
  });
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

/** Without `fetch`, which does not let one write a Host. The whole answer has one deadline, however it trickles in. */
function greet({ limits, signal }: Wait, url: URL, headers: Readonly<Record<string, string>>): Promise<Answer> {
  const late = AbortSignal.timeout(limits.answerMs);
  return new Promise((resolve) => {
    const request = httpRequest(
      url,
      {
        method: "POST",
        signal: AbortSignal.any([signal, late]),
        headers: { accept: "application/json, text/event-stream", "content-type": "application/json", ...headers },
      },
      (response) => {
        const { statusCode = 0 } = response;
        response.setEncoding("utf8").once("data", (text: string) => {
          resolve({ status: statusCode, text: text.slice(0, 200) });
          response.destroy();
        });
        response.once("end", () => resolve({ status: statusCode, text: "" }));
        response.once("error", () => resolve({ status: statusCode, text: "" }));
      },
    );
    request.once("error", (error) =>
      resolve({ status: 0, text: late.aborted ? `no answer within ${limits.answerMs} ms` : error.message }),
    );
    request.end(greeting);
  });
}
