import type { Session } from "../session.ts";

const tools = (
  "approve_write call_graph create_file delete_file diagnostics edit_code edit_file grep guide hierarchy index library memory " +
  "move_file onboarding read_file references run_command semantic_search symbol_at symbols tree workspace"
).split(" ");

export const protocol: Session = {
  name: "protocol",
  project: "rust",
  steps: [
    { request: "tools/list" },
    { request: "tools/list", params: { cursor: "nonsense" } },
    { request: "resources/list" },
    { request: "resources/templates/list" },
    { request: "prompts/list" },
    { request: "prompts/get", params: { name: "onboard", arguments: { focus: "the store" } } },
    { request: "prompts/get", params: { name: "absent" } },
    ...tools.map((tool) => ({ request: "resources/read", params: { uri: `doc://tool-guide/${tool}` } })),
    ...["tool-guide", "getting-started", "progressive-disclosure", "security", "absent"].map((page) => ({
      request: "resources/read",
      params: { uri: `doc://${page}` },
    })),
    { request: "resources/read", params: { uri: "file:///etc/passwd" } },
    {
      request: "completion/complete",
      params: {
        ref: { type: "ref/resource", uri: "doc://tool-guide/{tool}" },
        argument: { name: "tool", value: "re" },
      },
    },
    { request: "tools/call", params: { name: "absent_tool", arguments: {} } },
    { request: "tools/call", params: { name: "tree" } },
    { request: "tools/call", params: { arguments: {} } },
    { request: "no/such/method" },
    { request: "ping" },
  ],
};

/** The same answers as values, with their schemas. */
export const structured: Session = {
  name: "structured",
  project: "typescript",
  flags: ["--structured"],
  warmUp: [["symbols", {}]],
  steps: [
    { request: "tools/list" },
    ["tree", { path: "src", limit: 5 }],
    ["grep", { pattern: "merge", limit: 4, context: 1 }],
    ["grep", { pattern: "merge", limit: 5_000 }],
    ["symbols", { path: "src/store.ts" }],
    ["symbols", {}],
    ["references", { symbol: "merge", path: "src/store.ts", limit: 3 }],
    ["references", { symbol: "absent" }],
    ["call_graph", { symbol: "loop", direction: "both" }],
    ["hierarchy", { symbol: "Store" }],
    ["symbol_at", { path: "src/main.ts", line: 5, symbol: "get" }],
    ["diagnostics", { path: "src/broken.ts" }],
    ["semantic_search", { query: "add two numbers", limit: 2 }],
    ["edit_code", { action: "remove", symbol: "lonely", dry_run: true }],
    ["edit_file", { path: "README.md", old_string: "npm ci", new_string: "npm install" }],
    ["create_file", { path: "a.txt", content: "a" }],
    ["move_file", { path: "a.txt", to: "b.txt" }],
    ["delete_file", { path: "b.txt" }],
    ["library", {}],
    ["memory", { action: "search", query: "anything" }],
    ["onboarding", {}],
    ["workspace", {}],
    ["workspace", { action: "list" }],
    ["run_command", { command: "exit 4" }],
    ["index", {}],
    ["guide", { topic: "tree" }],
  ],
};

export const script: Session = {
  name: "script",
  project: "rust",
  flags: ["--profile", "script"],
  steps: [
    { request: "tools/list" },
    { request: "resources/list" },
    ["tree", {}],
    ["symbols", { name: "merge" }],
    ["references", { symbol: "merge" }],
    ["semantic_search", { query: "add" }],
    ["guide", {}],
    ["hierarchy", { symbol: "Store" }],
  ],
};

export const settings: Session = {
  name: "wrong-settings",
  project: "rust",
  settings: '[security]\nshell = "perhaps"\nwrite_rots = ["/x"]\n',
  steps: [
    { command: ["config"] },
    { command: ["config", "check"] },
    { command: ["serve"] },
    { command: ["call", "workspace"] },
    { command: ["doctor"] },
  ],
};

export const commandLine: Session = {
  name: "command-line",
  project: "mixed",
  servers: ["bash"],
  steps: [
    { command: ["--help"] },
    { command: [] },
    { command: ["--nonsense"] },
    { command: ["nonsense"] },
    ...["serve", "setup", "demo", "search", "index", "doctor", "languages", "config", "stats", "call", "tools"].map(
      (name) => ({
        command: [name, "--help"],
      }),
    ),
    { command: ["tools"] },
    { command: ["tools", "read_file"] },
    { command: ["tools", "absent"] },
    { command: ["stats"] },
    { command: ["index"] },
    { command: ["call", "tree"] },
    { command: ["call", "tree", '{"path":"c"}'] },
    { command: ["call", "read_file", '{"path":"absent"}'] },
    { command: ["call", "read_file", '{"path":'] },
    { command: ["call", "grep", '{"pattern":"merge","limit":3}'] },
    { command: ["call", "create_file", '{"path":"cli.txt","content":"x"}'] },
    { command: ["call", "run_command", '{"command":"rm -rf names"}'] },
    { command: ["call", "absent", "{}"] },
    { command: ["call", "tree", "{}", "--read-only"] },
    { command: ["search", "add two numbers"] },
    { command: ["search"] },
    { command: ["search", "zzzz", "--nonsense"] },
    { command: ["stats"] },
    { command: ["stats", "--since", "nonsense"] },
    { command: ["config"] },
    { command: ["config", "check"] },
    { command: ["languages"] },
    { command: ["languages", "install", "nonsense"] },
    { command: ["languages", "remove", "nonsense"] },
    ...["claude-code", "codex", "cursor", "gemini", "vscode", "absent-client"].map((client) => ({
      command: ["setup", client, "--print"],
    })),
    { command: ["doctor"] },
    { command: ["serve", "--http", "nonsense"] },
    { command: ["serve", "--profile", "nonsense"] },
    { command: ["call", "tree", "--project", "$OUTSIDE/absent"] },
  ],
};
