import { spawn } from "node:child_process";
import { Server } from "node:net";
import type { ProcessScope, RunningProcess } from "../../tool/process-contract.ts";
import { settleWithin } from "../settle-within.ts";

/** A network namespace that a waiting process keeps, so that one command can talk to a server that another has started. */
export interface NetworkNamespace {
  readonly pid: number;
  /** Absolute path of `nsenter`. */
  readonly nsenter: string;
  /** Once its holder is gone, another process may get its number, and the network with it. */
  isGone(): boolean;
  /** Ends its holder. */
  close(): Promise<void>;
}

const startMs = 20_000;

/** Starts the process that keeps a network namespace; undefined if it does not start. It ends with `scope`. */
export async function openNetworkNamespace(
  bubblewrap: string,
  nsenter: string,
  scope: ProcessScope,
): Promise<NetworkNamespace | undefined> {
  const user = isRoot() ? [] : ["--unshare-user"];
  // It waits for the end of its input, which comes with the end of this process at the latest.
  const words = ["--dev-bind", "/", "/", "--unshare-net", ...user, "--die-with-parent", "--info-fd", "1"];
  const holder = scope.spawn(bubblewrap, [...words, "--", "/bin/sh", "-c", "read -r line"], { stdin: "pipe" });
  holder.stderr.resume();
  let gone = false;
  const end = (): void => {
    gone = true;
  };
  holder.exit.then(end, end);
  const pid = await settleWithin(readChildPid(holder), startMs);
  return pid === undefined
    ? undefined
    : { pid, nsenter, isGone: () => gone, close: async () => void (await holder.kill()) };
}

/** From the JSON that bubblewrap prints first. The stream stays open: a closed one would end its writer. */
async function readChildPid(holder: RunningProcess): Promise<number | undefined> {
  return await new Promise((resolve) => {
    let told = "";
    holder.stdout.on("data", (chunk: Buffer) => {
      told += chunk.toString("utf8");
      const pid = /"child-pid":\s*(\d+)[^]*\}/.exec(told)?.[1];
      if (pid !== undefined) resolve(Number(pid));
    });
    const giveUp = (): void => resolve(undefined);
    holder.exit.then(giveUp, giveUp);
  });
}

/** The arguments of `nsenter` that lead into the namespace. */
export function enterNamespace({ pid }: NetworkNamespace): readonly string[] {
  const namespaces = `/proc/${pid}/ns`;
  const user = isRoot() ? [] : [`--user=${namespaces}/user`, "--preserve-credentials"];
  return [...user, `--net=${namespaces}/net`, "--"];
}

/** Opens a server on loopback inside and hands it to its parent: a socket stays in the network in which it was made. */
const listenScript = `const server = require("node:net").createServer();
server.listen(0, "127.0.0.1", () => process.send("listening", server, () => process.exit()));`;

/** A server that listens inside of the namespace and is served by this process, which is outside. */
export async function listenInNamespace(namespace: NetworkNamespace): Promise<Server> {
  const child = spawn(namespace.nsenter, [...enterNamespace(namespace), process.execPath, "-e", listenScript], {
    env: {},
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  try {
    const received = new Promise<Server | undefined>((resolve, reject) => {
      child.once("message", (_message, handle) => resolve(handle instanceof Server ? handle : undefined));
      child.once("error", reject);
      child.once("exit", () => resolve(undefined));
    });
    const server = await settleWithin(received, startMs);
    if (server === undefined) throw new Error("No server could be opened in the network of the sandbox.");
    return server.unref();
  } finally {
    child.kill("SIGKILL");
  }
}

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}
