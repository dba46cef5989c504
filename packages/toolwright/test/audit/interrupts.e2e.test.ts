import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { findProcesses, makeDirectory, packageRoot } from "../cli-process.ts";
import { startProcess, type StartedProcess } from "../started-process.ts";
import { verifies } from "../verifies.ts";

const bin = join(packageRoot, "bin", "toolwright.js");
const server = join(import.meta.dirname, "hostile-server.mjs");

interface InterruptedAudit extends StartedProcess {
  /** Files in the home and the temporary directory, and processes of the server. */
  left(): readonly string[];
}

/** An audit whose home and temporary directory are empty. */
function startAudit(mode: string): InterruptedAudit {
  const base = makeDirectory();
  const [home, temp] = [join(base, "home"), join(base, "tmp")];
  for (const path of [home, temp]) mkdirSync(path);
  const audit = ["audit", "--no-sandbox", "--", process.execPath, server, mode, base, base];
  const started = startProcess(process.execPath, [bin, ...audit], {
    cwd: base,
    env: { ...process.env, HOME: home, TMPDIR: temp },
  });
  const isServer = (line: string): boolean => !line.includes("--no-sandbox");
  return {
    ...started,
    left: () => [...readdirSync(home), ...readdirSync(temp), ...findProcesses(base).filter(isServer)],
  };
}

describe("an audit that is interrupted", () => {
  verifies(
    "audit:interrupt",
    "while its server starts, ends with the code of the signal and leaves nothing",
    async () => {
      for (const [signal, code] of [["SIGINT", 130] as const, ["SIGTERM", 143] as const]) {
        const { child, ended, left } = startAudit("never answer");
        await expect.poll(() => left().length, { interval: 10 }).toBeGreaterThan(0);
        child.kill(signal);
        expect(await ended).toEqual({ code, stdout: "", stderr: "" });
        expect(left()).toEqual([]);
      }
    },
  );

  verifies("audit:interrupt", "with processes that ignore signals, ends them, too", async () => {
    for (const mode of ["fork deaf children", "answer late"]) {
      const { child, ended, left } = startAudit(mode);
      await expect.poll(() => left().length, { interval: 10 }).toBeGreaterThan(3);
      child.kill("SIGTERM");
      expect((await ended).code).toBe(143);
      expect(left()).toEqual([]);
    }
  });

  verifies("audit:interrupt", "twice, ends at once and leaves nothing", async () => {
    const { child, ended, left } = startAudit("fork deaf children");
    await expect.poll(() => left().length, { interval: 10 }).toBeGreaterThan(5);
    const pressing = setInterval(() => child.kill("SIGINT"), 50);
    expect((await ended).code).toBe(130);
    clearInterval(pressing);
    await expect.poll(left).toEqual([]);
  });
});
