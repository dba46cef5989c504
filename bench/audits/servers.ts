import type { DirectoryName } from "./directories.ts";

/** A public server of the table: what installs it, how it is started, and what its tools are called with. */
export interface PublicServer {
  readonly name: string;
  readonly ecosystem: "npm" | "PyPI";
  readonly package: string;
  readonly version: string;
  /** Versions of packages that it needs and does not pin itself. */
  readonly pins?: Readonly<Record<string, string>>;
  readonly program: string;
  /** `{work}` stands for the working directory, `{bin}` for the directory of the installed programs. */
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly directory?: DirectoryName;
  /** Tools that only read, though they do not say so. */
  readonly call?: readonly string[];
  /** Inputs that work, where they do not follow from the schema. */
  readonly inputs?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** What it could not reach in the audit: failures of tools that need it are not counted against it. */
  readonly lacks?: "the internet" | "a browser";
}

const npmServers: readonly PublicServer[] = [
  {
    name: "everything",
    ecosystem: "npm",
    package: "@modelcontextprotocol/server-everything",
    version: "2026.8.31",
    program: "mcp-server-everything",
  },
  {
    name: "filesystem",
    ecosystem: "npm",
    package: "@modelcontextprotocol/server-filesystem",
    version: "2026.8.31",
    program: "mcp-server-filesystem",
    args: ["{work}"],
  },
  {
    name: "memory",
    ecosystem: "npm",
    package: "@modelcontextprotocol/server-memory",
    version: "2026.8.31",
    program: "mcp-server-memory",
    env: { MEMORY_FILE_PATH: "memory.jsonl" },
    directory: "memory",
    inputs: { open_nodes: { names: ["Aurora"] } },
  },
  {
    name: "sequential-thinking",
    ecosystem: "npm",
    package: "@modelcontextprotocol/server-sequential-thinking",
    version: "2026.8.31",
    program: "mcp-server-sequential-thinking",
  },
  {
    name: "pdf",
    ecosystem: "npm",
    package: "@modelcontextprotocol/server-pdf",
    version: "2.0.4",
    program: "mcp-pdf-server",
    args: ["--stdio"],
    call: ["list_pdfs", "read_pdf_bytes"],
  },
  {
    name: "playwright-mcp",
    ecosystem: "npm",
    package: "@playwright/mcp",
    version: "0.0.83",
    program: "playwright-mcp",
    lacks: "a browser",
  },
  {
    name: "chrome-devtools-mcp",
    ecosystem: "npm",
    package: "chrome-devtools-mcp",
    version: "1.11.0",
    program: "chrome-devtools-mcp",
    lacks: "a browser",
  },
  {
    name: "context7",
    ecosystem: "npm",
    package: "@upstash/context7-mcp",
    version: "4.1.1",
    program: "context7-mcp",
    lacks: "the internet",
  },
  {
    name: "cclsp",
    ecosystem: "npm",
    package: "cclsp",
    version: "0.7.0",
    program: "cclsp",
    env: { CCLSP_CONFIG_PATH: "cclsp.json" },
    directory: "typescript",
    call: ["find_definition", "find_references", "get_diagnostics", "get_hover", "find_workspace_symbols"],
    inputs: {
      find_definition: { file_path: "src/ships.ts", symbol_name: "findShip" },
      find_references: { file_path: "src/ships.ts", symbol_name: "findShip" },
      get_diagnostics: { file_path: "src/ships.ts" },
      get_hover: { file_path: "src/ships.ts", symbol_name: "findShip", line: 3, character: 17 },
      find_workspace_symbols: { query: "findShip" },
    },
  },
  {
    name: "desktop-commander",
    ecosystem: "npm",
    package: "@wonderwhy-er/desktop-commander",
    version: "0.2.52",
    // The newest version that one of its dependencies asks for is not published.
    pins: { "typedarray.prototype.slice": "1.0.5" },
    program: "desktop-commander",
  },
  {
    name: "codegraph",
    ecosystem: "npm",
    package: "@colbymchenry/codegraph",
    version: "1.6.1",
    program: "codegraph",
    args: ["serve", "--mcp"],
    directory: "typescript",
    inputs: { codegraph_explore: { query: "findShip", projectPath: "{work}" } },
  },
  {
    name: "repomix",
    ecosystem: "npm",
    package: "repomix",
    version: "1.18.1",
    program: "repomix",
    args: ["--mcp"],
  },
  {
    name: "git-mcp-server",
    ecosystem: "npm",
    package: "@cyanheads/git-mcp-server",
    version: "2.15.3",
    program: "git-mcp-server",
    directory: "git",
    inputs: {
      git_status: { path: "{work}" },
      git_log: { path: "{work}" },
      git_diff: { path: "{work}" },
      git_show: { path: "{work}", object: "HEAD" },
      git_blame: { path: "{work}", filePath: "README.md" },
      git_reflog: { path: "{work}" },
      git_changelog_analyze: { path: "{work}", reviewTypes: ["features"] },
    },
  },
  {
    name: "ast-grep-mcp",
    ecosystem: "npm",
    package: "@notprolands/ast-grep-mcp",
    version: "1.1.1",
    program: "ast-grep-mcp",
    call: ["dump_syntax_tree", "test_match_code_rule", "find_code", "find_code_by_rule"],
    inputs: {
      dump_syntax_tree: { code: "const a = 1;", language: "javascript" },
      test_match_code_rule: {
        code: "const a = 1;",
        yaml: "id: a\nlanguage: javascript\nrule:\n  pattern: const $A = $B",
      },
      find_code: { project_folder: "{work}", pattern: "function $F($A) { $$$ }", language: "javascript" },
    },
  },
  {
    name: "ttsc-graph",
    ecosystem: "npm",
    package: "@ttsc/graph",
    version: "0.16.7",
    program: "ttsc-graph",
    directory: "typescript",
  },
  {
    name: "eslint",
    ecosystem: "npm",
    package: "@eslint/mcp",
    version: "0.3.13",
    program: "mcp",
    call: ["lint-files"],
    inputs: { "lint-files": { filePaths: ["{work}/src/ships.js"] } },
  },
  {
    name: "mcp-server-chart",
    ecosystem: "npm",
    package: "@antv/mcp-server-chart",
    version: "0.9.10",
    program: "mcp-server-chart",
    lacks: "the internet",
  },
  {
    name: "mcp-fetch-server",
    ecosystem: "npm",
    package: "mcp-fetch-server",
    version: "1.1.2",
    program: "mcp-fetch-server",
    call: ["fetch_html", "fetch_markdown", "fetch_txt", "fetch_json", "fetch_readable"],
    lacks: "the internet",
  },
];

const pypiServers: readonly PublicServer[] = [
  {
    name: "git",
    ecosystem: "PyPI",
    package: "mcp-server-git",
    version: "2026.10.19",
    program: "mcp-server-git",
    directory: "git",
    inputs: {
      git_status: { repo_path: "{work}" },
      git_diff_unstaged: { repo_path: "{work}" },
      git_diff_staged: { repo_path: "{work}" },
      git_diff: { repo_path: "{work}", target: "HEAD" },
      git_log: { repo_path: "{work}" },
      git_show: { repo_path: "{work}", revision: "HEAD" },
      git_branch: { repo_path: "{work}", branch_type: "local" },
    },
  },
  {
    name: "fetch",
    ecosystem: "PyPI",
    package: "mcp-server-fetch",
    version: "2026.10.24",
    program: "mcp-server-fetch",
    lacks: "the internet",
  },
  {
    name: "time",
    ecosystem: "PyPI",
    package: "mcp-server-time",
    version: "2026.10.19",
    program: "mcp-server-time",
    inputs: {
      convert_time: { source_timezone: "Europe/Paris", time: "16:30", target_timezone: "Asia/Tokyo" },
    },
  },
  {
    name: "sqlite",
    ecosystem: "PyPI",
    package: "mcp-server-sqlite",
    version: "2025.4.25",
    // It does not start with the second major version of its SDK.
    pins: { mcp: "1.30.0" },
    program: "mcp-server-sqlite",
    args: ["--db-path", "{work}/ships.db"],
    call: ["read_query", "list_tables", "describe_table"],
    inputs: { read_query: { query: "SELECT 1 AS one" }, describe_table: { table_name: "sqlite_master" } },
  },
  {
    name: "serena",
    ecosystem: "PyPI",
    package: "serena-agent",
    version: "2.1.0",
    program: "serena",
    args: ["start-mcp-server", "--project", "{work}", "--enable-web-dashboard", "false"],
    directory: "typescript",
    env: { SERENA_USAGE_REPORTING: "false" },
    inputs: { activate_project: { project: "{work}", session: "audit" } },
  },
  {
    name: "semble",
    ecosystem: "PyPI",
    package: "semble[mcp]",
    version: "0.7.0",
    program: "semble",
    lacks: "the internet",
  },
  {
    name: "code-index-mcp",
    ecosystem: "PyPI",
    package: "code-index-mcp",
    version: "2.17.1",
    program: "code-index-mcp",
    args: ["--project-path", "{work}"],
    call: [
      "search_code_advanced",
      "find_files",
      "get_file_summary",
      "get_symbol_body",
      "get_settings_info",
      "check_temp_directory",
      "get_file_watcher_status",
    ],
    inputs: {
      search_code_advanced: { pattern: "findShip" },
      find_files: { pattern: "*.js" },
      get_file_summary: { file_path: "src/ships.js" },
      get_symbol_body: { file_path: "src/ships.js", symbol_name: "findShip" },
    },
  },
  {
    name: "excel-mcp-server",
    ecosystem: "PyPI",
    package: "excel-mcp-server",
    version: "2.2.2",
    program: "excel-mcp-server",
    args: ["stdio"],
  },
  {
    name: "calculator",
    ecosystem: "PyPI",
    package: "mcp-server-calculator",
    version: "0.2.1",
    program: "mcp-server-calculator",
    call: ["calculate"],
    inputs: { calculate: { expression: "2 + 2" } },
  },
  {
    name: "jcodemunch",
    ecosystem: "PyPI",
    package: "jcodemunch-mcp",
    version: "1.108.399",
    program: "jcodemunch-mcp",
    inputs: { menu: { query: "find a function" } },
  },
];

export const publicServers: readonly PublicServer[] = [...npmServers, ...pypiServers];
