import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { isRecord } from "../../../workspace/config/is-record.ts";
import { bundledWeights } from "../static/load-weights.ts";
import { createStaticEncoder } from "../static/static-encoder.ts";

/** One request as received by the server, counted from 1. */
export interface Received {
  readonly number: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly model: unknown;
  readonly dimensions: unknown;
  readonly input: readonly string[];
}

/** What the server does. Default: it answers with vectors of the bundled model. */
export type Behaviour =
  | { readonly kind: "vectors"; readonly afterMs?: number; readonly change?: (data: Datum[]) => unknown }
  | {
      readonly kind: "answer";
      readonly status: number;
      readonly body?: string;
      readonly headers?: Record<string, string>;
    }
  | { readonly kind: "hang" }
  | { readonly kind: "hang-up" };

export interface Datum {
  object: string;
  index: number;
  embedding: unknown;
}

export interface EmbeddingServer {
  readonly baseUrl: string;
  readonly received: readonly Received[];
  /** Requests being answered now, and the maximum so far. */
  readonly open: { now: number; most: number };
  behave: (request: Received) => Behaviour;
  close(): Promise<void>;
}

/** Unlike the bundled model, which has no vector for unknown words, real models have one for every word. */
export function tellingVectors(): Behaviour {
  const isNothing = ({ embedding }: Datum): boolean =>
    Array.isArray(embedding) && embedding.every((number) => number === 0);
  return {
    kind: "vectors",
    change: (data) => ({
      data: data.map((each) => (isNothing(each) ? { ...each, embedding: Array(128).fill(1) } : each)),
    }),
  };
}

/** For tests: a real server on this machine that speaks the protocol. */
export async function serveEmbeddings(behave?: (request: Received) => Behaviour): Promise<EmbeddingServer> {
  const encoder = createStaticEncoder(await bundledWeights());
  const received: Received[] = [];
  const open = { now: 0, most: 0 };

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(Buffer.from(part));
    const body: unknown = JSON.parse(Buffer.concat(parts).toString("utf8"));
    if (!isRecord(body) || !Array.isArray(body["input"])) throw new Error("no input");
    const input = body["input"].map(String);
    const { model, dimensions } = body;
    const one = {
      number: received.length + 1,
      path: request.url ?? "",
      headers: request.headers,
      model,
      dimensions,
      input,
    };
    received.push(one);
    const behaviour = server.behave(one);
    if (behaviour.kind === "hang") return;
    if (behaviour.kind === "hang-up") {
      request.socket.destroy();
      return;
    }
    if (behaviour.kind === "answer") {
      response.writeHead(behaviour.status, behaviour.headers).end(behaviour.body ?? "");
      return;
    }
    const side = input[0]?.startsWith("query: ") === true ? "query" : "text";
    const data = input.map((text, index) => ({
      object: "embedding",
      index,
      embedding: Array.from(encoder.encodeText(text.replace(/^(?:query|text): /, ""), side)),
    }));
    const answer = behaviour.change === undefined ? { object: "list", data } : behaviour.change(data);
    const send = (): void =>
      void response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
    if (behaviour.afterMs === undefined) send();
    else setTimeout(send, behaviour.afterMs);
  }

  const http = createServer((request, response) => {
    open.now += 1;
    open.most = Math.max(open.most, open.now);
    response.on("close", () => (open.now -= 1));
    respond(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const address: AddressInfo | string | null = http.address();
  const port = typeof address === "object" ? (address?.port ?? 0) : 0;
  const server: EmbeddingServer = {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    received,
    open,
    behave: behave ?? (() => ({ kind: "vectors" })),
    close: () =>
      new Promise((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      }),
  };
  return server;
}
