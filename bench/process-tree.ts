/**
 * How many processes outlive an ended command, and for how long: the same small tree (a shell with two sleepers, one of
 * them in a session of its own) ended through Toolwright, through execa and through Node alone, and by SIGKILL of the
 * host. Times are from the abort, or the kill, until the last process of the tree is gone.
 */
import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { execa } from "execa";
import { createProcessRunner } from "toolwright/process";

const rounds = 20;
const giveUpMs = 1_500;

// The host to be killed is this very bundle, run again with a role.
const [role, hostScript = ""] = process.argv.slice(2);
if (role === "host") await beHost();
else await compare();

async function compare(): Promise<void> {
  console.log(
    `Node ${process.version}, ${rounds} rounds each; a shell, a sleeper in its group, a sleeper in its own session\n`,
  );
  console.log("ended by".padEnd(36), "left alive".padStart(10), "gone after p50".padStart(15), "max".padStart(10));
  await measure("toolwright, abort", async (script) => {
    const controller = new AbortController();
    const scope = createProcessRunner().openScope({ signal: controller.signal });
    scope.exec("sh", ["-c", script]).catch(() => {});
    return () => controller.abort();
  });
  await measure("execa 9.6, cancelSignal + force 300", async (script) => {
    const controller = new AbortController();
    execa("sh", ["-c", script], { cancelSignal: controller.signal, forceKillAfterDelay: 300 }).catch(() => {});
    return () => controller.abort();
  });
  await measure("node:child_process, signal", async (script) => {
    const controller = new AbortController();
    spawn("sh", ["-c", script], { signal: controller.signal, stdio: "ignore" }).on("error", () => {});
    return () => controller.abort();
  });
  await measure("toolwright, host killed by SIGKILL", async (script) => {
    const host = spawn(process.execPath, [fileURLToPath(import.meta.url), "host", script], { stdio: "ignore" });
    return () => host.kill("SIGKILL");
  });
}

async function beHost(): Promise<void> {
  await createProcessRunner().openScope().exec("sh", ["-c", hostScript]);
}

async function measure(name: string, start: (script: string) => Promise<() => void>): Promise<void> {
  const times: number[] = [];
  let left = 0;
  for (let round = 0; round < rounds; round += 1) {
    // The odd number of seconds marks the processes of this round.
    const mark = `6${process.pid}.${name.length}${round}`;
    const end = await start(`sleep ${mark} & setsid sleep ${mark} & wait`);
    if (!(await until(() => find(mark).length === 3, 10_000))) throw new Error(`${name}: the tree did not start`);
    const startedAt = performance.now();
    end();
    const gone = await until(() => find(mark).length === 0, giveUpMs);
    if (gone) times.push(performance.now() - startedAt);
    const survivors = find(mark);
    left += survivors.length;
    for (const pid of survivors) process.kill(pid, "SIGKILL");
  }
  const sorted = times.toSorted((a, b) => a - b);
  const show = (time: number | undefined): string => (time === undefined ? "never" : `${time.toFixed(1)} ms`);
  const p50 = times.length === rounds ? sorted[Math.floor(rounds / 2)] : undefined;
  const max = times.length === rounds ? sorted.at(-1) : undefined;
  console.log(name.padEnd(36), `${left / rounds} of 3`.padStart(10), show(p50).padStart(15), show(max).padStart(10));
}

async function until(met: () => boolean, limitMs: number): Promise<boolean> {
  const deadline = performance.now() + limitMs;
  while (!met()) {
    if (performance.now() > deadline) return false;
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  return true;
}

/** The shell and the sleepers of a round; zombies are dead. Linux only. */
function find(mark: string): number[] {
  return readdirSync("/proc").flatMap((entry) => {
    if (!/^\d+$/.test(entry)) return [];
    try {
      const [name = "", ...args] = readFileSync(`/proc/${entry}/cmdline`, "utf8").split("\0");
      return /(^|\/)(sh|dash|bash|sleep)$/.test(name) && args.join(" ").includes(mark) ? [Number(entry)] : [];
    } catch {
      return [];
    }
  });
}
