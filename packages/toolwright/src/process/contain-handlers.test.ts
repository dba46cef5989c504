import { afterAll, expect } from "vitest";
import { verifies } from "../../test/verifies.ts";
import { containHandlers } from "./contain-handlers.ts";
import { openHosts, type Host } from "./fixtures/hosts.ts";

const hosts = openHosts();
afterAll(() => hosts.close());

verifies(
  "process:stray-contained",
  "each slip is handed to the call it comes from, and the host lives on",
  async () => {
    const host = start(`
    process.on("unhandledRejection", () => { console.log("heard outside"); process.exit(9); });
    process.on("uncaughtException", () => { console.log("heard outside"); process.exit(9); });
    const containment = containHandlers();
    const call = (name, work) => containment.run((error) => console.log(name, String(error?.message ?? error)), work);
    call("rejection", () => { Promise.reject(new Error("slipped")); });
    call("value", () => { Promise.reject(undefined); });
    call("nested", async () => { await 1; setImmediate(async () => { await 1; throw new Error("deep"); }); });
    call("timer", () => { setTimeout(() => { throw new Error("later"); }, 10); });
    call("microtask", () => queueMicrotask(() => { throw new Error("soon"); }));
    call("deaf", () => containment.run(() => { throw new Error("callback"); }, () => { Promise.reject(1); }));
    setTimeout(() => console.log("alive"), 200);
  `);
    const { exitCode, output } = await host.end;
    expect(exitCode).toBe(0);
    expect(output.trim().split("\n").toSorted()).toEqual([
      "alive",
      "microtask soon",
      "nested deep",
      "rejection slipped",
      "timer later",
      "value undefined",
    ]);
  },
);

verifies("process:stray-contained", "an emitter without an error listener is contained too", async () => {
  const host = start(`
    import { EventEmitter } from "node:events";
    containHandlers().run((error) => console.log("contained", error.message), () => {
      const emitter = new EventEmitter();
      setTimeout(() => emitter.emit("error", new Error("no listener")), 5);
    });
  `);
  expect(await host.end).toEqual({ exitCode: 0, signal: null, output: "contained no listener\n" });
});

verifies("process:host-code-outside", "its errors reach the host, the handler's go on to the call", async () => {
  const host = start(`
    process.on("unhandledRejection", (error) => console.log("host", error.message));
    process.on("uncaughtException", (error) => console.log("host", error.message));
    const containment = containHandlers();
    const listen = async () => { await 1; throw new Error("listener"); };
    const log = () => { setTimeout(() => { throw new Error("log"); }, 1); queueMicrotask(() => { throw new Error("flush"); }); };
    containment.run((error) => console.log("call", error.message), () => setTimeout(() => {
      void containment.runOutside(listen);
      console.log(containment.runOutside(() => "result"));
      containment.runOutside(log);
      Promise.reject(new Error("handler"));
    }, 1));
  `);
  const { exitCode, output } = await host.end;
  expect(exitCode).toBe(0);
  expect(output.trim().split("\n").toSorted()).toEqual([
    "call handler",
    "host flush",
    "host listener",
    "host log",
    "result",
  ]);
});

verifies("process:exit-refused", "every way to end the process throws and is told", () => {
  const containment = containHandlers();
  const ways = [
    () => process.exit(3),
    () => process.abort(),
    () => process.kill(process.pid),
    () => process.kill(0, "SIGTERM"),
    () => process.kill(-process.pid),
    () => Reflect.apply(process.kill, process, [String(process.pid), "SIGTERM"]),
  ];
  for (const way of ways) {
    const strays: unknown[] = [];
    expect(() => containment.run((error) => strays.push(error), way)).toThrow("a handler may not end the process");
    expect(strays).toEqual([expect.any(Error)]);
  }
  expect(
    containment.run(
      () => {},
      () => process.kill(process.pid, 0),
    ),
  ).toBe(true);
  containment.close();
});

verifies(
  "process:exit-refused",
  "a handler that catches the refusal, or exits later, does not end the host",
  async () => {
    const host = start(`
    containHandlers().run((error) => console.log(error.message), () => {
      try { process.exit(3); } catch {}
      setTimeout(() => process.exit(4), 10);
    });
    setTimeout(() => console.log("alive"), 100);
  `);
    const refusal = "A handler called process.exit(), but a handler may not end the process; throw an error instead.\n";
    // The late one is told twice: when it is refused, and when the error it got slips from its timer.
    expect(await host.end).toEqual({ exitCode: 0, signal: null, output: `${refusal.repeat(3)}alive\n` });
  },
);

verifies("process:exit-refused", "the group of the host is the host, whether it leads it or not", async (context) => {
  context.skip(process.platform !== "linux", "the group is known on Linux only");
  const kill = (target: string): string => `
    const group = Number(readFileSync("/proc/self/stat", "latin1").split(") ")[1].split(" ")[2]);
    const leads = group === process.pid;
    containHandlers().run(() => {}, () => { try { process.kill(${target}, "SIGKILL"); } catch { console.log("refused", leads); } });
  `;
  const read = 'import { readFileSync } from "node:fs";';
  const leader = start(`${read}${kill("String(-process.pid)")}`, ["setsid", "--wait"]);
  expect(await leader.end).toEqual({ exitCode: 0, signal: null, output: "refused true\n" });
  const member = start(`${read}${kill("-group")}`, ["setsid", "--wait", "sh", "-c", '"$@"; exit $?', "sh"]);
  expect(await member.end).toEqual({ exitCode: 0, signal: null, output: "refused false\n" });
});

// Each takes as long as the machine needs to start one.

verifies("process:outside-untouched", "outside any call errors end the process as without us", async () => {
  const slips = [
    'Promise.reject(new Error("outside"));',
    "Promise.reject(42);",
    'setTimeout(() => { throw new Error("outside"); }, 5);',
    'throw new Error("outside");',
    'process.on("exit", (code) => console.log("exit", code)); Promise.reject(new Error("outside"));',
    'process.on("uncaughtException", (error, origin) => console.log(origin, error.message)); Promise.reject(new Error("heard"));',
    'process.on("unhandledRejection", (reason) => console.log("heard", reason)); Promise.reject(42);',
    'queueMicrotask(() => { throw new Error("outside"); });',
    "try { queueMicrotask(1); } catch (error) { console.log(error.code); }",
    "process.exit(6);",
    'process.kill(process.pid, "SIGTERM"); setTimeout(() => {}, 1000);',
  ];
  for (const slip of slips) {
    const contained = await start(`containHandlers(); \n${slip}`).end;
    const plain = await start(`\n${slip}`).end;
    expect({ slip, end: withoutStack(contained) }).toEqual({ slip, end: withoutStack(plain) });
  }
});

verifies("process:containment-undone", "the last one that closes restores the process", () => {
  const methods = (): readonly unknown[] => [
    globalThis.queueMicrotask,
    ...["exit", "abort", "kill", "emit"].map((name) => Reflect.get(process, name)),
  ];
  const before = methods();
  const ownEmit = Object.hasOwn(process, "emit");
  const [first, second] = [containHandlers(), containHandlers()];
  expect(methods()).not.toEqual(before);
  first.close();
  first.close();
  expect(methods()).not.toEqual(before);
  second.close();
  expect(methods()).toEqual(before);
  expect(Object.hasOwn(process, "emit")).toBe(ownEmit);
});

verifies("process:containment-undone", "a patch put on top of ours stays and still works", async () => {
  const host = start(`
    const containment = containHandlers();
    const ours = process.exit;
    const onTop = (code) => { console.log("on top", code); ours(code); };
    process.exit = onTop;
    containment.close();
    console.log(process.exit === onTop);
    containment.run(console.log, () => process.exit(8));
  `);
  expect(await host.end).toEqual({ exitCode: 8, signal: null, output: "true\non top 8\n" });
});

function start(source: string, wrap?: readonly string[]): Host {
  return hosts.start(`import { containHandlers } from "./process.mjs";\n${source}`, wrap);
}

// The file names differ from host to host, and our frame is part of the trace.
function withoutStack(end: Awaited<Host["end"]>): unknown {
  const output = end.output
    .split("\n")
    .filter((line) => !line.startsWith("    at "))
    .join("\n");
  return { ...end, output: output.replaceAll(/host-\d+\.mjs/g, "host.mjs") };
}
