import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parse as parseToml } from "smol-toml";
import { createKernel } from "toolwright";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { cliRun, type CliRunOptions } from "../../../../toolwright/test/cli-run.ts";
import type { Profile } from "../../workspace/config/profile.ts";
import { clients } from "./choose-client.ts";
import type { ConfigScope, Launch } from "./client.ts";
import { readConfigText } from "./config-text.ts";
import { createSetupCommand } from "./setup-command.ts";
import { writeConfig } from "./write-config.ts";

let home = "";
let project = "";

beforeEach(() => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "outrider-setup-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  home = join(folder, "home");
  project = join(folder, "project");
  for (const each of [home, project, join(project, ".git")]) mkdirSync(each);
});

interface SetupOptions extends CliRunOptions {
  readonly packageRoot?: string;
  readonly platform?: NodeJS.Platform;
}

function setup(
  argv: readonly string[],
  { packageRoot = "/x/node_modules/outrider", platform = "linux", ...more }: SetupOptions = {},
) {
  const env = { HOME: home, USERPROFILE: home, APPDATA: join(home, "Roaming"), ...more.env };
  const command = createSetupCommand({ cwd: project, env, packageRoot, version: "1" }, platform);
  const kernel = createKernel({ tools: [], onEvent: () => {} });
  return cliRun(kernel, ["setup", ...argv], { program: "outrider", ...more, env, commands: [command] });
}

const atTerminal = { terminals: ["stdin", "stdout", "stderr"] } as const;

const places: Readonly<Record<string, readonly [user: string, project: string]>> = {
  "claude-code": [".claude.json", ".mcp.json"],
  codex: [".codex/config.toml", ".codex/config.toml"],
  cursor: [".cursor/mcp.json", ".cursor/mcp.json"],
  gemini: [".gemini/settings.json", ".gemini/settings.json"],
  vscode: [".config/Code/User/mcp.json", ".vscode/mcp.json"],
  zed: [".config/zed/settings.json", ".zed/settings.json"],
};

function fileOf(name: string, scope: ConfigScope): string {
  const [user = "", own = ""] = places[name] ?? [];
  return scope === "user" ? join(home, user) : join(project, own);
}

function read(file: string): unknown {
  const text = readFileSync(file, "utf8");
  return file.endsWith(".toml") ? parseToml(text) : JSON.parse(text);
}

describe.each(clients.map((client) => [client.name, client] as const))("%s", (name, client) => {
  const samples = {
    json: `{\n    // mine\n    "theme": "dark",\n    "${client.key.join(".")}": {\n        "other": { "command": "x", "env": { "KEY": "1" } }\n    }\n}\n`,
    toml: `# mine\nmodel = "o9"\n\n[${client.key.join(".")}.other]\ncommand = "x" # keep\n\n# about the end\n[tui]\nbell = true\n`,
  };

  test.each(["user", "project"] as const)("a new file for the %s", async (scope) => {
    const { code, stdout } = await setup([name, "--yes", "--scope", scope]);
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining("Next: ") });
    const file = fileOf(name, scope);
    expect(read(file)).toEqual({ [client.key.join(".")]: { outrider: client.entry(launchOf(client.profile), scope) } });
    expect(statSync(file).mode & 0o777).toBe(scope === "user" ? 0o600 : 0o644);
    expect(readdirSync(dirname(file)).filter((each) => each.includes("backup"))).toEqual([]);
  });

  test("what the file holds stays as it was written, and a copy of the old one is kept", async () => {
    const file = fileOf(name, "user");
    mkdirSync(dirname(file), { recursive: true });
    const before = samples[client.format];
    writeFileSync(file, before, { mode: 0o640 });
    const { code, stdout } = await setup([name, "--yes"]);
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining(`The old one: ${file}.backup`) });
    const after = readFileSync(file, "utf8");
    for (const line of before.split("\n")) expect(after).toContain(line.trimEnd());
    expect(readFileSync(`${file}.backup`, "utf8")).toBe(before);
    expect(statSync(file).mode & 0o777).toBe(0o640);
    expect(stdout).toMatch(/^\+.*outrider/m);
  });

  test("a second time nothing is changed", async () => {
    await setup([name, "--yes"]);
    const before = readFileSync(fileOf(name, "user"), "utf8");
    const { code, stdout } = await setup([name]);
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining("has Outrider already") });
    expect(readFileSync(fileOf(name, "user"), "utf8")).toBe(before);
  });

  test("an entry of old is brought up to date; what somebody added to it stays", async () => {
    await setup([name, "--yes"], { packageRoot: "/old/clone" });
    const file = fileOf(name, "user");
    const added = readFileSync(file, "utf8").replace(
      /("?command"?)/,
      client.format === "json" ? '"env": { "A": "b" }, $1' : 'env = { A = "b" }\n$1',
    );
    writeFileSync(file, added);
    expect((await setup([name, "--yes"])).code).toBe(0);
    expect(read(file)).toEqual({
      [client.key.join(".")]: { outrider: { ...client.entry(launchOf(client.profile), "user"), env: { A: "b" } } },
    });
  });

  test.each(["{ broken", "[1, 2]", "\u00e4\u0000", `${client.key.join(".")} = 1`])(
    "a file that is %j is left alone",
    async (bad) => {
      const file = fileOf(name, "user");
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, bad);
      const { code, stderr } = await setup([name, "--yes"]);
      expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining("--print") });
      expect(readdirSync(dirname(file))).toHaveLength(1);
      expect(readFileSync(file, "utf8")).toBe(bad);
    },
  );

  test("--print writes nothing", async () => {
    const { code, stdout } = await setup([name, "--print"]);
    expect({ code, stdout }).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`Add to ${fileOf(name, "user")}:`),
    });
    expect(readdirSync(home)).toEqual([]);
  });
});

/** How clients of a profile start it. */
function launchOf(profile: Profile): Launch {
  const chosen = profile === "full" ? [] : ["--profile", profile];
  return { command: "npx", args: ["-y", "outrider", "serve", ...chosen], isLocal: false };
}

const npx = launchOf("code");

test("clients with tools of their own get the others; --profile decides otherwise", async () => {
  expect(clients.filter(({ profile }) => profile === "code").map(({ name }) => name)).toEqual(
    expect.arrayContaining(["claude-code", "codex", "cursor", "gemini", "vscode"]),
  );
  expect((await setup(["cursor", "--print", "--profile", "script"])).stdout).toContain('"--profile", "script"');
  expect((await setup(["cursor", "--print", "--profile", "full"])).stdout).not.toContain("--profile");
  expect(await setup(["cursor", "--print", "--profile", "slim"])).toMatchObject({
    code: 2,
    stderr: "--profile slim is unknown; choose full, code, script\n",
  });
});

test("without a terminal nothing is written unless --yes is given", async () => {
  const { code, stderr } = await setup(["cursor"]);
  expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining("--yes") });
  expect(readdirSync(home)).toEqual([]);
});

test.each([
  ["y\n", true],
  ["n\n", false],
  ["", false],
])("the answer %j at the terminal decides", async (stdin, writes) => {
  const { code, stdout } = await setup(["cursor"], { ...atTerminal, stdin });
  expect(code).toBe(writes ? 0 : 1);
  expect(readdirSync(home)).toEqual(writes ? [".cursor"] : []);
  expect(stdout).toContain("\u001b[32m+");
});

test("NO_COLOR is respected", async () => {
  const { stdout } = await setup(["cursor"], { ...atTerminal, stdin: "n\n", env: { NO_COLOR: "1" } });
  expect(stdout).not.toContain("\u001b");
});

test("an unknown client is answered with the nearest and all of them", async () => {
  expect(await setup(["claude"])).toMatchObject({
    code: 2,
    stderr: `There is no client "claude". Did you mean \`outrider setup claude-code\`? Clients: ${clients.map((client) => client.name).join(", ")}.\n`,
  });
});

test("what is printed can be pasted", async () => {
  expect((await setup(["claude-code", "--print"])).stdout.replaceAll(home, "~")).toMatchInlineSnapshot(`
    "Add to ~/.claude.json:

    {
      "mcpServers": {
        "outrider": {
          "type": "stdio",
          "command": "npx",
          "args": ["-y", "outrider", "serve", "--profile", "code"]
        }
      }
    }

    Or run:

      claude mcp add --scope user outrider -- npx -y outrider serve --profile code
    "
  `);
  expect((await setup(["codex", "--print"])).stdout.replaceAll(home, "~")).toMatchInlineSnapshot(`
    "Add to ~/.codex/config.toml:

    [mcp_servers.outrider]
    command = "npx"
    args = ["-y", "outrider", "serve", "--profile", "code"]

    Or run:

      codex mcp add outrider -- npx -y outrider serve --profile code
    "
  `);
  expect((await setup(["vscode", "--print", "--scope", "project"])).stdout.replaceAll(project, "."))
    .toMatchInlineSnapshot(`
      "Add to ./.vscode/mcp.json:

      {
        "servers": {
          "outrider": {
            "type": "stdio",
            "command": "npx",
            "args": ["-y", "outrider", "serve", "--profile", "code", "--project", "\${workspaceFolder}"]
          }
        }
      }
      "
    `);
});

test("from a clone the entry names its program, and a project's file says that it is of this machine", async () => {
  const { stdout } = await setup(["claude-code", "--yes", "--scope", "project"], { packageRoot: "/my/clone" });
  expect(stdout).toContain("keep the file out of git");
  expect(read(fileOf("claude-code", "project"))).toEqual({
    mcpServers: {
      outrider: {
        type: "stdio",
        command: "node",
        args: [join("/my/clone", "bin", "outrider.js"), "serve", "--profile", "code"],
      },
    },
  });
});

test("--project ties a server of the user's to one project", async () => {
  await setup(["gemini", "--yes", "--project", "."]);
  expect(read(fileOf("gemini", "user"))).toEqual({
    mcpServers: { outrider: { command: "npx", args: [...npx.args, "--project", project] } },
  });
});

test("on Windows npx runs in its shell, and VS Code's file is under APPDATA", async () => {
  await setup(["vscode", "--yes"], { platform: "win32" });
  expect(read(join(home, "Roaming", "Code", "User", "mcp.json"))).toEqual({
    servers: { outrider: { type: "stdio", command: "cmd", args: ["/c", "npx", ...npx.args] } },
  });
});

test("directories of the client's own choice are followed", async () => {
  const env = { CODEX_HOME: join(home, "cx"), CLAUDE_CONFIG_DIR: join(home, "cl"), XDG_CONFIG_HOME: join(home, "xdg") };
  for (const name of ["codex", "claude-code", "vscode"]) await setup([name, "--yes"], { env });
  expect(readdirSync(home).toSorted()).toEqual(["cl", "cx", "xdg"]);
});

test("a link stays a link and what it leads to is written", async () => {
  writeFileSync(join(project, "dotfile.json"), "{}\n");
  symlinkSync(join(project, "dotfile.json"), join(home, ".claude.json"));
  expect((await setup(["claude-code", "--yes"])).code).toBe(0);
  expect(read(join(project, "dotfile.json"))).toHaveProperty("mcpServers.outrider");
  expect(realpathSync(join(home, ".claude.json"))).toBe(join(project, "dotfile.json"));
});

test("line ends, indent and byte order mark are those of the file", async () => {
  const file = fileOf("claude-code", "project");
  writeFileSync(file, '\uFEFF{\r\n\t"mcpServers": {\r\n\t\t"a": { "url": "http://x" }\r\n\t}\r\n}\r\n');
  await setup(["claude-code", "--yes", "--scope", "project"]);
  const text = readFileSync(file, "utf8");
  expect(text.startsWith('\uFEFF{\r\n\t"mcpServers"')).toBe(true);
  expect(text.replaceAll("\r\n", "")).not.toContain("\n");
  expect(text).toContain('\r\n\t\t"outrider": {\r\n\t\t\t"type"');
});

test("of TOML only the own table is rewritten, its tables below and its neighbours' comments stay", async () => {
  const file = fileOf("codex", "user");
  mkdirSync(dirname(file));
  const head = '[mcp_servers.a]\ncommand = "a"\n\n';
  const tail =
    '\n# of the environment\n[mcp_servers.outrider.env]\nA = "b"\n\n[mcp_servers."z"]\nargs = [\n  "x", # [not.a.table]\n]\n';
  writeFileSync(
    file,
    `${head}[mcp_servers.outrider]\ncommand = "old"\nargs = [\n  "1",\n  "2",\n]\nstartup_timeout_sec = 9\n${tail}`,
  );
  expect((await setup(["codex", "--yes"])).code).toBe(0);
  const own =
    '[mcp_servers.outrider]\ncommand = "npx"\nargs = ["-y", "outrider", "serve", "--profile", "code"]\nstartup_timeout_sec = 9\n';
  expect(readFileSync(file, "utf8")).toBe(`${head}${own}${tail}`);
});

test("TOML that holds the servers in a way of its own is left alone", async () => {
  const file = fileOf("codex", "user");
  mkdirSync(dirname(file));
  for (const text of ['mcp_servers = { a = { command = "x" } }\n', 'mcp_servers.outrider.command = "x"\n']) {
    writeFileSync(file, text);
    expect((await setup(["codex", "--yes"])).code).toBe(1);
    expect(readFileSync(file, "utf8")).toBe(text);
  }
});

test("a file that its client has written meanwhile is left alone", async () => {
  const file = fileOf("claude-code", "user");
  writeFileSync(file, "{}");
  const current = await readConfigText(file);
  writeFileSync(file, '{ "newer": true }');
  await expect(writeConfig(current, '{ "ours": true }', "user")).rejects.toThrow("changed by somebody else");
  expect(readFileSync(file, "utf8")).toBe('{ "newer": true }');
  expect(readdirSync(home)).toEqual([".claude.json"]);
});
