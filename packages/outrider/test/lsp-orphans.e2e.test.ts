import { expect, test, vi } from "vitest";
import { isAlive } from "./support/pool-kit.ts";
import { scriptedServer } from "./support/scripted-server.ts";
import { makeTempPlace } from "./support/temp-project.ts";
import { bundleFixture, startProcess } from "./support/writer-processes.ts";

const isWindows = process.platform === "win32";
const deaf = { ignoreSignals: isWindows ? [] : ["SIGTERM", "SIGHUP"], ignoreEnd: true };

/** Whatever a server does when its host dies, and whatever it has begun by then. */
const scripts = [
  {},
  // Works, and hears nothing.
  { ...deaf, on: { "x/work": [{ spin: 60_000 }] } },
  // Has not even answered the first message.
  { ...deaf, on: { initialize: [] } },
  // Has a process in a session of its own; only Linux lets a watchdog find it.
  ...(process.platform === "linux" ? [{ ...deaf, on: { "x/work": [{ grandchild: { holdsOutput: true } }] } }] : []),
];

for (const ending of isWindows ? (["SIGKILL"] as const) : (["SIGKILL", "SIGTERM", "SIGUSR2"] as const)) {
  test(`no server outlives its host that ends by ${ending}`, async () => {
    const { root, temp } = makeTempPlace();
    const servers = scripts.map((script) => scriptedServer(script));
    const host = startProcess([
      bundleFixture("servers-host", temp),
      root,
      JSON.stringify(servers.map(({ file, args }) => ({ file, args }))),
    ]);
    await host.ready;
    const pids = (): readonly number[] =>
      servers.flatMap((server) => server.events().flatMap(({ pid }) => (pid === undefined ? [] : [pid])));
    const expected = scripts.length + (process.platform === "linux" ? 1 : 0);
    await vi.waitFor(() => expect(pids()).toHaveLength(expected), { timeout: 60_000 });
    expect(pids().filter(isAlive)).toHaveLength(expected);
    host.child.kill(ending);
    await host.end;
    await vi.waitFor(() => expect(pids().filter(isAlive)).toEqual([]), { timeout: 60_000 });
  });
}
