import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { proofCases } from "../../../toolwright/test/proof-size.ts";
import { canary, canaryPattern, openHostilePlace } from "../support/hostile-place.ts";
import { groupsOf } from "./groups-of.ts";
import { pathProbes } from "./path-probes.ts";
import { credentialFiles, maskedFiles } from "./secret-files.ts";
import { watchOver } from "./watch-over.ts";

const masked = Object.keys(maskedFiles);

/** Each would show or change what nobody may see or change without being asked. */
const commands = [
  "cat .env",
  "cat ./.env",
  "cat .e*",
  'cat ".env"',
  "head -1 id_rsa",
  "cat .ssh/config",
  "cp .env copy.txt",
  "mv .env copy.txt",
  "ln .env copy.txt",
  "ln -s .env copy.txt",
  "cat < .env",
  "source .env && env",
  ". ./.env; echo $API_KEY",
  "grep -r . .env",
  "base64 .env",
  "tar cf x.tar .env",
  "cat $(echo .env)",
  "F=.env; cat $F",
  "cat notes.txt",
  "cat key.txt",
  "cat ~/.ssh/id_rsa",
  "cat $HOME/.bash_history",
  "find . -name '.env' -exec cat {} +",
  "cat .git/config > x; cat .env*",
  "echo x >> .git/hooks/pre-commit",
  "echo x > .git/config",
  "cp src/a.ts .git/hooks/post-checkout",
  "tee .outrider/project.toml < src/a.ts",
  "echo x > ../config/outrider/config.toml",
  "rm .outrider/project.toml",
  "mv .outrider x",
  "echo x > ../outside/new.txt",
  "cp src/a.ts ../outside/",
  "mv src ../outside/src",
  "rm -rf src",
  "git config core.hooksPath evil",
  "git -c core.sshCommand=x fetch",
  "python3 -c 'print(open(\".env\").read())'",
  'node -e \'console.log(require("fs").readFileSync(".env","utf8"))\'',
  "sh -c 'cat .env'",
  "eval 'cat .env'",
  "sed -n p .env",
  "diff .env src/a.ts",
  "git diff --no-index /dev/null .env",
  "while read l; do echo $l; done < .env",
];

describe.skipIf(process.platform === "win32")("secrets", () => {
  // In a few groups: each name alone would mean a server of its own.
  test.each(groupsOf(10, credentialFiles))("no tool shows or changes credentials: %s and others", async (...names) => {
    const place = await openHostilePlace();
    const watch = watchOver(place);
    const accepted: string[] = [];
    for (const [row, name] of names.entries()) {
      expect(readFileSync(join(place.root, name), "utf8")).toContain(canary);
      for (const probe of proofCases(pathProbes, 8, row)) {
        const ended = await watch.probe(probe, name);
        if (probe.use !== "name" && ended.status === "ok") accepted.push(`${probe.title} ${name}: ${ended.text}`);
      }
    }
    expect(accepted).toEqual([]);
    await watch.end();
  });

  test.each(groupsOf(9, masked))("no tool shows or changes values of secrets: %s and others", async (...names) => {
    const place = await openHostilePlace();
    const watch = watchOver(place);
    const accepted: string[] = [];
    for (const [row, name] of names.entries()) {
      const shown = await place.read("read_file", { path: name });
      expect(shown).not.toContain(canary);
      for (const probe of proofCases(pathProbes, 8, row)) {
        const ended = await watch.probe(probe, name);
        const isWrite = probe.use === "write" || probe.use === "below";
        if (isWrite && ended.status === "ok") accepted.push(`${probe.title} ${name}: ${ended.text}`);
      }
    }
    expect(accepted).toEqual([]);
    await watch.end();
  });

  test("names of what is masked stay useful", async () => {
    const place = await openHostilePlace();
    expect(await place.read("read_file", { path: ".env" })).toMatch(/API_KEY=[\s\S]*TOKEN=/);
  });

  test("a directory with credentials cannot be moved to where they have another name", async () => {
    const directories = new Set(
      credentialFiles.filter((name) => name.includes("/")).map((name) => name.split("/")[0] ?? ""),
    );
    const place = await openHostilePlace();
    for (const [index, directory] of [...directories].entries()) {
      const plain = `plain${index}`;
      const moved = await place.call("move_file", { path: directory, to: plain });
      const found = await place.read("grep", { pattern: canaryPattern });
      expect(found, `after ${directory} was moved (${moved.status})`).not.toContain(canary);
      for (const name of credentialFiles.filter((each) => each.startsWith(`${directory}/`))) {
        const read = await place.call("read_file", { path: `${plain}/${name.slice(directory.length + 1)}` });
        expect(JSON.stringify(read), name).not.toContain(canary);
      }
    }
  });

  test("a deleted directory with credentials shows nothing from the trash", async () => {
    const place = await openHostilePlace();
    const outcome = await place.call("delete_file", { path: "certs" });
    expect(JSON.stringify(outcome)).not.toContain(canary);
    expect(await place.read("grep", { pattern: canaryPattern })).not.toContain(canary);
    expect(await place.read("grep", { pattern: canaryPattern, glob: "**/content/**" })).not.toContain(canary);
  });

  // None of them runs, so that one place serves several.
  test.each(groupsOf(9, commands))(
    "the person is asked before a command shows or changes them: %s and others",
    async (...asked) => {
      const place = await openHostilePlace({ settings: '[security]\nshell = "ask"\n' });
      for (const command of asked) {
        const ended = await place.call("run_command", { command, timeout_ms: 60_000 }, { session: command });
        expect(JSON.stringify(ended), command).not.toContain(canary);
        expect(ended.status, command).toBe("needs_approval");
      }
    },
  );

  test("a command does not see tokens in the environment of the server", async () => {
    vi.stubEnv("SERVICE_TOKEN", canary);
    vi.stubEnv("AWS_SECRET_ACCESS_KEY", canary);
    const place = await openHostilePlace();
    const printed = await place.read("run_command", { command: "env | sort; echo token=$SERVICE_TOKEN" });
    expect(printed).toContain("token=");
    expect(printed).not.toContain(canary);
  });
});
