import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestServer } from "./stores-server.ts";
import { closedPort } from "./support/closed-port.ts";

export type FoundPostgres = { readonly bin: string } | { readonly missing: string };

/** A server with pgvector: `OUTRIDER_TEST_PG_BIN` names the folder of its programs, or it is where Debian puts it. */
export function findPostgres(): FoundPostgres {
  const named = process.env["OUTRIDER_TEST_PG_BIN"];
  const base = "/usr/lib/postgresql";
  const versions = existsSync(base) ? readdirSync(base).toSorted((one, other) => Number(other) - Number(one)) : [];
  const folders = named === undefined ? versions.map((version) => join(base, version, "bin")) : [named];
  const installed = folders.filter((folder) => existsSync(join(folder, "initdb")));
  if (installed.length === 0) return { missing: "no PostgreSQL server is installed" };
  const able = installed.find((folder) => existsSync(join(shareOf(folder), "extension", "vector.control")));
  return able === undefined ? { missing: "the PostgreSQL that is installed has no pgvector" } : { bin: able };
}

function shareOf(bin: string): string {
  try {
    return execFileSync(join(bin, "pg_config"), ["--sharedir"], { encoding: "utf8" }).trim();
  } catch {
    return bin;
  }
}

/** PostgreSQL refuses to run for root. */
const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
export const password = "pa/ss-wörd";

/** A cluster of its own in a temporary folder, gone when it is stopped. */
export async function startCluster(bin: string): Promise<TestServer> {
  const folder = mkdtempSync(join(tmpdir(), "outrider-pg-"));
  const data = join(folder, "data");
  const passwordFile = join(folder, "password");
  writeFileSync(passwordFile, password);
  mkdirSync(data);
  for (const path of [folder, data, passwordFile]) if (user.uid !== undefined) chownSync(path, user.uid, user.gid);
  chmodSync(folder, 0o700);
  execFileSync(
    join(bin, "initdb"),
    [
      "-D",
      data,
      "-U",
      "outrider",
      "-A",
      "scram-sha-256",
      `--pwfile=${passwordFile}`,
      "-E",
      "UTF8",
      "--no-locale",
      "-N",
    ],
    { ...user, cwd: folder, stdio: ["ignore", "ignore", "pipe"] },
  );
  const port = await closedPort();
  const start = async (): Promise<ChildProcess> => {
    const settings = [
      "fsync=off",
      "shared_buffers=32MB",
      "listen_addresses=127.0.0.1",
      `unix_socket_directories=${folder}`,
    ];
    const args = ["-D", data, "-p", String(port), ...settings.flatMap((each) => ["-c", each])];
    const child = spawn(join(bin, "postgres"), args, { ...user, cwd: folder, stdio: ["ignore", "ignore", "pipe"] });
    await untilReady(child);
    return child;
  };
  let child = await start();
  const end = async (): Promise<void> => {
    const ended = once(child, "exit");
    child.kill("SIGINT");
    await ended;
  };
  return {
    url: `postgres://outrider:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`,
    async restart(whileDown) {
      await end();
      await whileDown();
      child = await start();
    },
    async stop() {
      await end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function untilReady(child: ChildProcess): Promise<void> {
  let said = "";
  await new Promise<void>((resolve, reject) => {
    child.once("exit", () => reject(new Error(`PostgreSQL did not start: ${said}`)));
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      said += text;
      if (said.includes("ready to accept connections")) resolve();
    });
  });
}
