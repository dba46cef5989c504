/**
 * The layers of the repository: which folder may import which, and what it holds. `npm run gen` makes the import rules of the
 * linter (`.oxlintrc.layers.json`) and the tables of docs/architecture.md from this list; the tests in `scripts/layers/`
 * fail while either is stale.
 *
 * To add a folder, add a row and run `npm run gen`. A folder without a row may be imported by nobody and fails the tests.
 *
 * - `folder`  a folder or a file of `source`; `tools/*` stands for each folder there. A file belongs to the longest row that
 *             fits it.
 * - `imports` a folder with all in it (`lsp`), only the files directly in it (`lsp/*.ts`), a file, or `below`: every row
 *             further up in the list. A row may always import itself, never a row further down.
 * - `owns`    packages that no other folder imports.
 * - `pure`    no Node API, so that it runs anywhere.
 * - `holds`   one phrase for the table.
 */
export interface Layer {
  readonly folder: string;
  readonly imports: readonly string[] | "below";
  readonly owns?: readonly string[];
  readonly pure?: true;
  readonly holds: string;
}

/** `layers` runs from the lowest layer to the highest. */
export interface LayeredPackage {
  readonly name: string;
  readonly source: string;
  readonly layers: readonly Layer[];
}

const toolwright: LayeredPackage = {
  name: "toolwright",
  source: "packages/toolwright/src",
  layers: [
    { folder: "tool", imports: [], pure: true, holds: "data and contracts" },
    { folder: "output", imports: ["tool"], pure: true, holds: "guard, tokens, preview, bound" },
    { folder: "access", imports: ["tool"], pure: true, holds: "capabilities, policy, approvals" },
    {
      folder: "call",
      imports: ["tool", "output", "access"],
      pure: true,
      holds: "the boundary; timers and Web Crypto are all it needs",
    },
    {
      folder: "index.ts",
      imports: ["tool", "output", "access", "call"],
      pure: true,
      holds: "the entry `toolwright`",
    },
    { folder: "process", imports: ["tool"], owns: ["node:child_process"], holds: "spawn, exec, ending of trees" },
    {
      folder: "resident",
      imports: ["tool", "process"],
      holds: "one process of a user for many clients: started on demand, its socket, its proof, its end",
    },
    { folder: "spill", imports: ["tool", "output"], holds: "files of spilled answers" },
    {
      folder: "resources",
      imports: ["tool"],
      pure: true,
      holds: "the provider interface, ready-made providers, `read_resource`",
    },
    { folder: "probe", imports: ["tool", "resources"], pure: true, holds: "the delivery probe and its report" },
    {
      folder: "testing",
      imports: ["tool", "output", "access", "call", "process", "spill"],
      holds: "harness, conformance suite, virtual clock",
    },
    {
      folder: "mcp",
      imports: ["tool", "output", "access", "call", "process", "resources", "probe"],
      owns: ["@modelcontextprotocol/*"],
      holds: "the MCP server over stdio and HTTP; `mcp/client/` adopts tools of other servers",
    },
    {
      folder: "script",
      imports: ["tool", "output", "access", "call"],
      owns: ["quickjs-emscripten-core", "@jitl/quickjs-wasmfile-release-sync"],
      holds: "scripts that call tools, in a sandbox: QuickJS in a thread of its own",
    },
    {
      folder: "agent",
      imports: ["tool", "output", "access", "call"],
      pure: true,
      holds:
        "the agent loop: a model that calls tools until it is done; `log/` what happened in a thread, and what follows from it",
    },
    {
      folder: "adapters",
      imports: ["tool", "output", "access", "call"],
      pure: true,
      holds: "the kernel's tools for the loops of others: AI SDK, OpenAI, Anthropic",
    },
    {
      folder: "thread-files",
      imports: ["tool", "process", "agent"],
      holds: "threads as files that only grow",
    },
    {
      folder: "thread-postgres",
      imports: ["tool", "agent"],
      pure: true,
      holds: "threads in PostgreSQL, through a client that the application has",
    },
    {
      folder: "local-model",
      imports: ["tool", "agent"],
      pure: true,
      holds: "models that `node-llama-cpp` runs in the process, held to the tools' schemas by a grammar",
    },
    {
      folder: "telemetry",
      imports: ["tool", "call", "agent"],
      pure: true,
      holds: "OpenTelemetry spans of runs, model calls and tool calls, by the conventions for generative AI",
    },
    {
      folder: "cli",
      imports: ["tool", "output", "access", "call", "process", "spill", "resources", "probe", "testing", "script"],
      holds: "any registry in a terminal",
    },
    {
      folder: "chat",
      imports: ["tool", "output", "access", "call", "process", "agent", "thread-files", "cli"],
      holds:
        "a conversation with a model in a terminal: `models/` which model, `show/` what a person or a program sees, `ask/` approvals and questions in place",
    },
    {
      folder: "audit",
      imports: ["tool", "output", "process", "testing", "mcp"],
      holds:
        "measures any MCP server: `subject/` starts it and speaks to it, `probes/` measure, `rules/` judge (one file each), `report/` shows",
    },
    {
      folder: "program",
      imports: "below",
      holds: "the commands of `toolwright`: tools, call, script, chat, serve, test, new, audit, probe-report",
    },
  ],
};

const outrider: LayeredPackage = {
  name: "outrider",
  source: "packages/outrider/src",
  layers: [
    {
      folder: "workspace",
      imports: [],
      holds:
        "`paths/` who may touch what; `threads/` pools of threads; `lifetime/` load on first use, close after the last; " +
        "`projects/` what is open, per session; `config/` settings; `programs/` programs outside of the project; " +
        "`text/` bytes to text and back; `walk/` ripgrep lists files; `writer/` the only writer of project files; " +
        "`freshness/` what changed outside, before every answer",
    },
    {
      folder: "documents",
      imports: ["workspace"],
      holds: "Markdown sections, parts of JSON, YAML and TOML, masks of secrets, kinds of binaries",
    },
    { folder: "grammars", imports: [], holds: "finds the WebAssembly grammars that languages name" },
    {
      folder: "languages",
      imports: ["workspace", "documents"],
      holds:
        "one folder per language with everything specific to it: symbols, references, modules, hierarchy, edits, checks, servers, fixtures; `ecmascript/`, `c-family/` what families share, `scanners/` for languages without a grammar. Nothing outside names a language by its id ([decision 0031](decisions/0031-a-language-is-a-folder.md))",
    },
    {
      folder: "indexing",
      imports: ["workspace"],
      holds:
        "one index of a project, whatever it holds: the change feed, the states of a file and of an index, waiting, progress, the log of records",
    },
    {
      folder: "syntax",
      imports: ["workspace", "documents", "grammars", "languages", "indexing"],
      holds:
        "the symbols of each file and the project-wide symbol table: threads that parse, what is stored, names, importance, references",
    },
    {
      folder: "git",
      imports: ["workspace"],
      holds:
        "what the user's git has recorded: commits, the index, blobs; never asked in a way that makes it run code of the repository",
    },
    {
      folder: "search",
      imports: ["workspace", "documents", "grammars", "languages", "indexing", "syntax"],
      holds:
        "search by meaning: `text/` words, `chunks/`, `records/` of contents, `lexical/` index, `embedders/` and `stores/` " +
        "(one driver a file), `ranking/`, `vectors/`, `workers/` threads, `project/` the whole of one project, " +
        "`notes/` notes and guides",
    },
    {
      folder: "ecosystems",
      imports: ["workspace"],
      holds:
        "one folder an ecosystem: its manifests, where its libraries lie, what onboarding finds ([adding-an-ecosystem.md](adding-an-ecosystem.md)); nobody else asks for its id",
    },
    {
      folder: "sandbox",
      imports: ["workspace", "ecosystems"],
      holds: "the sandbox around commands and language servers: what they may touch in a project",
    },
    { folder: "lsp/wire", imports: ["workspace"], holds: "messages to and from a language server" },
    { folder: "lsp/server", imports: ["lsp/wire", "workspace", "languages"], holds: "one running language server" },
    { folder: "lsp/pool", imports: ["lsp/wire", "lsp/server", "workspace", "languages"], holds: "which servers run" },
    { folder: "lsp/programs", imports: ["workspace", "languages"], holds: "where the programs of the servers are" },
    {
      folder: "lsp",
      imports: ["lsp/wire", "lsp/server", "lsp/pool", "lsp/programs", "workspace", "languages", "syntax", "sandbox"],
      holds: "the language servers of a project",
    },
    {
      folder: "lsp/resolve",
      imports: ["lsp/wire", "lsp/server", "lsp/pool", "lsp/*.ts", "workspace", "languages", "syntax"],
      holds: "answers of servers joined with syntax",
    },
    {
      folder: "edits",
      imports: ["workspace", "documents"],
      holds: "text in, text out: exact and tolerant matches, sections, front matter, diffs",
    },
    {
      folder: "code-edits",
      imports: ["workspace", "documents", "edits", "languages", "syntax", "lsp"],
      holds:
        "edits by symbol: which one, its new text, the check, rename, move, a server's edits and actions, what is different afterwards",
    },
    {
      folder: "libraries",
      imports: ["workspace", "ecosystems"],
      holds: "`library:` paths: which libraries there are, finding and opening one, those that a person registered",
    },
    {
      folder: "memory",
      imports: ["workspace", "documents", "search"],
      holds: "notes with anchors, searched by `search/notes/`",
    },
    {
      folder: "onboarding",
      imports: ["workspace", "documents", "ecosystems", "languages", "memory"],
      holds: "detects a project's languages, commands and entry points",
    },
    {
      folder: "shell",
      imports: ["workspace", "grammars"],
      holds: "parsing and running commands, jobs, logs, summaries",
    },
    { folder: "outputs", imports: ["workspace", "shell"], holds: "`@handles` as files" },
    { folder: "services.ts", imports: "below", holds: "what handlers may ask for, as types" },
    { folder: "tools", imports: "below", holds: "what several tools share" },
    {
      folder: "tools/*",
      imports: "below",
      holds: "one tool: definition with schema, handler, format, description; never another tool",
    },
    { folder: "tools/index.ts", imports: "below", holds: "the list of tools" },
    { folder: "usage", imports: [], holds: "the log of calls" },
    {
      folder: "resources",
      imports: ["workspace", "memory", "onboarding", "tools"],
      holds: "what a client reads by address",
    },
    {
      folder: "access-policy.ts",
      imports: ["workspace", "shell", "sandbox"],
      holds: "which calls need the user's approval",
    },
    { folder: "open-services.ts", imports: "below", holds: "the services of a process, and of a call" },
    { folder: "open-outrider.ts", imports: "below", holds: "kernel, tools and services put together" },
    { folder: "serve", imports: "below", holds: "the MCP server: tools, resources, prompts" },
    {
      folder: "resident",
      imports: "below",
      holds: "the process that clients of a project share: how it is found, what it answers, how a client speaks to it",
    },
    { folder: "cli", imports: "below", holds: "the `outrider` command" },
  ],
};

/** What is not published; `packages` stands for all of the above. */
const besides: LayeredPackage = {
  name: "bench-and-train",
  source: ".",
  layers: [
    { folder: "train", imports: ["packages"], holds: "makes the bundled model and the weights of the ranking" },
    { folder: "bench", imports: ["packages", "train"], holds: "one script for each number in a document" },
  ],
};

export const layeredPackages: readonly LayeredPackage[] = [toolwright, outrider, besides];
