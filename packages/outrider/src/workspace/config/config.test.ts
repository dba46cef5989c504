import { symlinkSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { expect, test } from "vitest";
import { makeTempPlace, writeFiles } from "../../../test/support/temp-project.ts";
import { parseHostRule } from "../../../../toolwright/src/process/sandbox/host-rules.ts";
import { loadProjectConfig, loadUserConfig } from "./config-file.ts";
import { userConfigFile } from "./user-config-file.ts";

async function projectProblems(text: string): Promise<readonly string[]> {
  const { root } = makeTempPlace({ ".outrider/project.toml": text });
  return (await loadProjectConfig(root)).problems;
}

test("settings that are not there are the defaults", async () => {
  const { root } = makeTempPlace();
  expect(await loadProjectConfig(root)).toMatchObject({
    exists: false,
    problems: [],
    config: { walk: { exclude: [] } },
  });
  const user = await loadUserConfig(join(root, "none.toml"));
  expect(user.config.security).toMatchObject({
    read_only: false,
    shell: "sandboxed",
    sandbox: "auto",
    write_roots: [],
  });
});

test("what a project says of itself is read", async () => {
  const { root } = makeTempPlace({
    ".outrider/project.toml": '[project]\nname = "shop"\n[commands]\ntest = "npm test"\n[walk]\nexclude = ["gen/**"]\n',
  });
  expect(await loadProjectConfig(root)).toMatchObject({
    exists: true,
    problems: [],
    config: { project: { name: "shop" }, commands: { test: "npm test" }, walk: { exclude: ["gen/**"] } },
  });
});

test("an unknown setting is named with the nearest known one", async () => {
  expect(await projectProblems('[walk]\nexclud = ["x"]\n')).toEqual([
    'there is no setting "walk.exclud"; did you mean "exclude"?',
  ]);
  expect(await projectProblems("[zzz]\n")).toEqual(['there is no setting "zzz"; known: project, commands, walk']);
});

test("a repository cannot decide about safety", async () => {
  const [problem] = await projectProblems("[security]\nread_only = false\nwrite_roots = ['/']\n");
  expect(problem).toContain("[security] is the user's to decide");
});

test("wrong types, broken TOML, links and devices are problems, not crashes", async () => {
  expect(await projectProblems("[walk]\nexclude = 3\n")).toEqual([expect.stringContaining("walk.exclude")]);
  expect(await projectProblems("[walk\n")).toEqual([expect.stringMatching(/^line 1: /)]);
  const { root, outside } = makeTempPlace({ ".outrider/x": "" });
  writeFiles(outside, { "other.toml": "secret = 1" });
  symlinkSync(join(outside, "other.toml"), join(root, ".outrider", "project.toml"));
  expect((await loadProjectConfig(root)).problems).toEqual(["it is a link"]);
  expect((await loadUserConfig("/dev/zero")).problems).toEqual(["it is not a regular file"]);
  expect((await loadUserConfig(root)).problems).toEqual(["it is not a regular file"]);
});

test("the user's file is where the system keeps such files", () => {
  const variable = process.platform === "win32" ? "APPDATA" : "XDG_CONFIG_HOME";
  const place = makeTempPlace().base;
  expect(userConfigFile({ [variable]: place })).toBe(join(place, "outrider", "config.toml"));
  // Never below the current directory, which may be anybody's.
  for (const odd of ["", "relative", "./x"]) expect(isAbsolute(userConfigFile({ [variable]: odd }))).toBe(true);
});

test("what the user says of language servers, and what holds unless they say anything", async () => {
  const { root } = makeTempPlace();
  const file = join(root, "config.toml");
  expect((await loadUserConfig(file)).config.servers).toEqual({
    enabled: true,
    off: [],
    trusted_projects: [],
    idle_minutes: 10,
    max: 6,
    use: {},
  });
  writeFiles(root, {
    "config.toml": '[servers]\nmax = 2\n[servers.use.gopls]\ncommand = "gopls"\nsettings = { gopls = { a = 1 } }\n',
  });
  expect(await loadUserConfig(file)).toMatchObject({
    problems: [],
    config: { servers: { max: 2, use: { gopls: { command: "gopls", settings: { gopls: { a: 1 } } } } } },
  });
  writeFiles(root, { "config.toml": "[servers]\nmax = 0\ntrusted = []\n[servers.use.gopls]\nargs = []\n" });
  const { problems, config } = await loadUserConfig(file);
  expect(problems.join("\n")).toMatch(/servers\.max: /);
  expect(problems.join("\n")).toMatch(/servers\.trusted"; did you mean|servers\.trusted"; known/);
  expect(problems.join("\n")).toMatch(/servers\.use\.gopls\.command: /);
  expect(config.servers.max).toBe(6);
});

test("a repository cannot say anything of language servers", async () => {
  const [problem] = await projectProblems('[servers.use.gopls]\ncommand = "./evil"\n');
  expect(problem).toContain("[servers] is the user's to decide");
});

async function searchProblems(text: string): Promise<string> {
  const { root } = makeTempPlace({ "config.toml": text });
  return (await loadUserConfig(join(root, "config.toml"))).problems.join("\n");
}

test("search needs no settings, and takes those of each embedder and store", async () => {
  const { root } = makeTempPlace();
  const file = join(root, "config.toml");
  expect((await loadUserConfig(file)).config.search).toEqual({
    embedder: "static",
    openai: { batch: 32, query_prefix: "", text_prefix: "", insecure: false },
    transformers: { download: false, dtype: "fp32", pooling: "mean", query_prefix: "", text_prefix: "" },
    store: "embedded",
    postgres: { schema: "outrider" },
  });
  writeFiles(root, {
    "config.toml": `
[search]
embedder = "openai-compatible"
store = "postgres"
[search.openai]
base_url = "http://localhost:11434/v1"
model = "nomic-embed-text"
query_prefix = "search_query: "
[search.postgres]
url_env = "TEAM_INDEX_URL"
`,
  });
  expect(await loadUserConfig(file)).toMatchObject({
    problems: [],
    config: { search: { openai: { model: "nomic-embed-text" }, postgres: { url_env: "TEAM_INDEX_URL" } } },
  });
});

test("settings of search that cannot work are named with what is missing", async () => {
  expect(await searchProblems('[search]\nembedder = "openai-compatible"\nstore = "postgres"\n')).toBe(
    [
      'search.openai.base_url: needed, because search.embedder is "openai-compatible"',
      'search.openai.model: needed, because search.embedder is "openai-compatible"',
      'search.postgres.url_env: needed, because search.store is "postgres"',
    ].join("\n"),
  );
  expect(await searchProblems('[search]\nembedder = "transformers"\n')).toContain("search.transformers.model: needed");
  expect(await searchProblems('[search]\nembeder = "off"\n')).toBe(
    'there is no setting "search.embeder"; did you mean "embedder"?',
  );
  expect(await searchProblems('[search.openai]\nbaseurl = "x"\n')).toBe(
    'there is no setting "search.openai.baseurl"; did you mean "base_url"?',
  );
  expect(await searchProblems('[search.transformers]\nmodel = "../../etc"\n')).toContain("search.transformers.model: ");
  expect(await searchProblems('[search.postgres]\nschema = "a; drop"\n')).toContain("search.postgres.schema: ");
});

test("texts and keys go over plain http to no other machine unless the user says so", async () => {
  const to = (address: string, more = ""): Promise<string> =>
    searchProblems(`[search.openai]\nbase_url = ${JSON.stringify(address)}\n${more}`);
  expect(await to("http://models.example/v1")).toContain("set insecure = true");
  expect(await to("http://127.0.0.1.evil.example/v1")).toContain("set insecure = true");
  expect(await to("http://models.example/v1", "insecure = true\n")).toBe("");
  for (const fine of ["http://localhost:1/v1", "http://127.0.0.1/v1", "http://[::1]:80", "https://api.example/v1"]) {
    expect(await to(fine)).toBe("");
  }
  for (const wrong of ["nonsense", "ftp://x.example", "file:///etc/passwd"]) {
    expect(await to(wrong)).toContain("search.openai.base_url: expected");
  }
});

test("a secret in the settings is refused and not repeated", async () => {
  const problems = await searchProblems(`
[search.openai]
key_env = "sk-proj-verysecret123"
base_url = "https://me:verysecret123@api.example/v1"
[search.postgres]
url_env = "postgres://me:verysecret123@db/index"
`);
  expect(problems.split("\n")).toHaveLength(3);
  expect(problems).toContain("expected the name of the environment variable that holds the key");
  expect(problems).not.toContain("verysecret");
});

test("a repository cannot choose where its texts are sent", async () => {
  const [problem] = await projectProblems('[search.openai]\nbase_url = "https://evil.example"\n');
  expect(problem).toContain("[search] is the user's to decide");
});

test("hosts are taken as the sandbox takes them", async () => {
  const { root } = makeTempPlace();
  const hosts = [
    "example.org",
    "*.example.org",
    "*",
    "a.b:8443",
    "127.0.0.1",
    "localhost",
    "a.localhost:80",
    "x:0",
    "http://a",
  ];
  const wrong = ["", "a b", "*.", "*a.org", "a.*.org", "-a", "a/b"];
  for (const host of [...hosts, ...wrong]) {
    writeFiles(root, { "config.toml": `[security]\nallow_hosts = [${JSON.stringify(host)}]\n` });
    const taken = await loadUserConfig(join(root, "config.toml")).then(
      ({ config }) => config.security.allow_hosts,
      () => [],
    );
    expect([host, taken.length]).toEqual([host, parseHostRule(host) === undefined ? 0 : 1]);
  }
});
