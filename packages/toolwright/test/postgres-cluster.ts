import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface PostgresCluster {
  readonly url: string;
  restart(whileDown: () => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}

/** Where the programs of PostgreSQL are: in the folder that `OUTRIDER_TEST_PG_BIN` names, or where Debian puts them, newest first. */
export function listPostgres(): readonly string[] {
  const named = process.env["OUTRIDER_TEST_PG_BIN"];
  const base = "/usr/lib/postgresql";
  const versions = existsSync(base) ? readdirSync(base).toSorted((one, other) => Number(other) - Number(one)) : [];
  const folders = named === undefined ? versions.map((version) => join(base, version, "bin")) : [named];
  return folders.filter((folder) => existsSync(join(folder, "initdb")));
}

/** PostgreSQL refuses to run for root. */
const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
export const password = "pa/ss-wörd";

/** A cluster of its own in a temporary folder, gone when it is stopped. */
export async function startCluster(bin: string): Promise<PostgresCluster> {
  const folder = mkdtempSync(join(tmpdir(), "test-pg-"));
  const data = join(folder, "data");
  const passwordFile = join(folder, "password");
  writeFileSync(passwordFile, password);
  mkdirSync(data);
  for (const path of [folder, data, passwordFile]) if (user.uid !== undefined) chownSync(path, user.uid, user.gid);
  chmodSync(folder, 0o700);
  const access = ["-U", "outrider", "-A", "scram-sha-256", `--pwfile=${passwordFile}`];
  execFileSync(join(bin, "initdb"), ["-D", data, ...access, "-E", "UTF8", "--no-locale", "-N"], {
    ...user,
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe"],
  });
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

async function closedPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  return typeof address === "object" && address !== null ? address.port : 0;
}
