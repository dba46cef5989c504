import { PassThrough } from "node:stream";
import { createInterface } from "node:readline";
import { onTestFinished } from "vitest";
import { createKernel, type KernelOptions } from "../../src/call/kernel.ts";
import { defineServer, serveHttp, serveStdio, type ServerDefinition, type TaskOptions } from "../../src/mcp/index.ts";
import { createProcessRunner } from "../../src/process/index.ts";
import type { AnyTool } from "../../src/tool/tool.ts";
import { createLog } from "./log.ts";
import { sendModern } from "./raw-http.ts";
import { envelope, rawAnswer, type RawAnswer } from "./raw-message.ts";

type Params = Readonly<Record<string, unknown>>;
export type Transport = "stdio" | "http";

export const tasksExtension = { extensions: { "io.modelcontextprotocol/tasks": {} } };

/** A modern client that polls by hand, connected to a server in this process. */
export interface TaskClient {
  /** With the capabilities that `as` gave, the Tasks extension and forms unless told. */
  request(method: string, params?: Params): Promise<RawAnswer>;
  as(capabilities: Params): TaskClient;
  /** The task that a call has become. */
  start(name: string, input?: Params): Promise<string>;
  task(method: "tasks/get" | "tasks/cancel", taskId: string): Promise<RawAnswer>;
  answer(taskId: string, inputResponses: Params): Promise<RawAnswer>;
  /** What `tasks/get` tells once it fits. */
  until(taskId: string, fits: (task: Params) => boolean): Promise<Params>;
  close(): Promise<void>;
}

export interface TestedServer {
  readonly definition: ServerDefinition;
  readonly faults: unknown[];
  connect(transport: Transport): Promise<TaskClient>;
}

/** Closed when the test ends. */
export function serveTools(
  tools: readonly AnyTool[],
  tasks: TaskOptions = {},
  more: Partial<Omit<KernelOptions<readonly AnyTool[]>, "tools">> = {},
): TestedServer {
  const faults: unknown[] = [];
  const kernel = createKernel<readonly AnyTool[]>({
    // oxlint-disable-next-line typescript/consistent-type-assertions -- these tools ask for no services
    services: () => ({}) as never,
    processes: createProcessRunner(),
    onEvent: () => {},
    ...more,
    tools,
  });
  const onFault = (error: unknown): void => void faults.push(error);
  const definition = defineServer({ name: "tasks", version: "1.0.0", kernel, tasks, onFault });
  onTestFinished(async () => void (await kernel.close()));
  return {
    definition,
    faults,
    async connect(transport) {
      const opened = transport === "http" ? await openHttp(definition) : openStdio(definition);
      onTestFinished(opened.close);
      return clientOn(opened, { ...tasksExtension, elicitation: { form: {} } });
    },
  };
}

export function envelopeWith(capabilities: Params): Params {
  return { ...envelope(), "io.modelcontextprotocol/clientCapabilities": capabilities };
}

interface Opened {
  send(method: string, params: Params): Promise<RawAnswer>;
  close(): Promise<void>;
}

async function openHttp(definition: ServerDefinition): Promise<Opened> {
  const served = await serveHttp(definition, { token: false });
  return {
    async send(method, params) {
      const name = params["taskId"] ?? params["name"];
      const headers = typeof name === "string" ? { "mcp-name": name } : {};
      const { answer, text } = await sendModern({ url: served.url, token: "" }, method, params, headers);
      if (answer === undefined) throw new Error(`no answer: ${text}`);
      return answer;
    },
    close: async () => await served.close(0),
  };
}

function openStdio(definition: ServerDefinition): Opened {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const served = serveStdio(definition, { streams: { input, output } });
  const answers = createLog<RawAnswer>();
  createInterface(output).on("line", (line) => answers.add(rawAnswer.parse(JSON.parse(line))));
  let lastId = 0;
  return {
    async send(method, params) {
      const id = (lastId += 1);
      input.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
      return await answers.find((answer) => answer.id === id);
    },
    close: async () => await served.close(),
  };
}

function clientOn(opened: Opened, capabilities: Params): TaskClient {
  const _meta = envelopeWith(capabilities);
  const request = async (method: string, params: Params = {}) => await opened.send(method, { _meta, ...params });
  const task: TaskClient["task"] = async (method, taskId) => await request(method, { taskId });
  return {
    request,
    as: (others) => clientOn(opened, others),
    async start(name, input = {}) {
      const { result, error } = await request("tools/call", { name, arguments: input });
      if (result?.["resultType"] !== "task") throw new Error(`no task: ${JSON.stringify(error ?? result)}`);
      return String(result["taskId"]);
    },
    task,
    answer: async (taskId, inputResponses) => await request("tasks/update", { taskId, inputResponses }),
    async until(taskId, fits) {
      const giveUpAt = performance.now() + 60_000;
      for (;;) {
        const { result, error } = await task("tasks/get", taskId);
        if (result !== undefined && fits(result)) return result;
        if (performance.now() > giveUpAt) throw new Error(`not in time: ${JSON.stringify(error ?? result)}`);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    },
    close: opened.close,
  };
}
