import type { AnyTool } from "toolwright";
import { tools } from "../../src/tools/index.ts";
import { canaryPattern } from "../support/hostile-place.ts";

/** One way in which a tool is given a path. */
export interface PathProbe {
  readonly title: string;
  readonly tool: string;
  /**
   * read and write: the path itself is used. below: a path below it is written. name: it is only a name or a pattern
   * there, and may be an ordinary one.
   */
  readonly use: "read" | "write" | "below" | "name";
  readonly input: (path: string) => Readonly<Record<string, unknown>>;
  /** What the person answers when asked. Without it, nobody answers. */
  readonly approve?: boolean;
}

const ordinary = "src/a.ts";
const text = { content: "planted\n" };

const written: readonly PathProbe[] = [
  { title: "read_file", tool: "read_file", use: "read", input: (path) => ({ path }) },
  { title: "read_file, matches", tool: "read_file", use: "read", input: (path) => ({ path, pattern: canaryPattern }) },
  { title: "read_file, a part", tool: "read_file", use: "read", input: (path) => ({ path, symbol: "password" }) },
  { title: "read_file, one of two", tool: "read_file", use: "name", input: (path) => ({ path: [path, ordinary] }) },
  { title: "grep", tool: "grep", use: "read", input: (path) => ({ pattern: canaryPattern, path, context: 3 }) },
  { title: "grep, counted", tool: "grep", use: "read", input: (path) => ({ pattern: ".", path, output: "count" }) },
  { title: "grep, glob", tool: "grep", use: "name", input: (glob) => ({ pattern: canaryPattern, glob }) },
  { title: "symbols", tool: "symbols", use: "read", input: (path) => ({ path, depth: 9, docs: true }) },
  {
    title: "symbols, named",
    tool: "symbols",
    use: "read",
    input: (path) => ({ path, name: "password", match: "fuzzy", body: true }),
  },
  {
    title: "semantic_search",
    tool: "semantic_search",
    use: "read",
    input: (path) => ({ path, query: "password", in: "all", body: true }),
  },
  { title: "references", tool: "references", use: "read", input: (path) => ({ path, symbol: "password" }) },
  {
    title: "call_graph",
    tool: "call_graph",
    use: "read",
    input: (path) => ({ path, symbol: "password", direction: "both" }),
  },
  { title: "changes", tool: "changes", use: "read", input: (path) => ({ path }) },
  {
    title: "changes, of a symbol",
    tool: "changes",
    use: "read",
    input: (path) => ({ path, symbol: "password", range: "HEAD^!" }),
  },
  {
    title: "library, register",
    tool: "library",
    use: "read",
    input: (path) => ({ action: "register", name: "planted", path }),
  },
  { title: "tree", tool: "tree", use: "read", input: (path) => ({ path }) },
  { title: "tree, glob", tool: "tree", use: "name", input: (glob) => ({ glob, depth: 20 }) },
  {
    title: "edit_file, near miss",
    tool: "edit_file",
    use: "write",
    input: (path) => ({ path, old_string: "API_KEY=x", new_string: "y" }),
  },
  {
    title: "edit_file, dry run",
    tool: "edit_file",
    use: "write",
    input: (path) => ({ path, position: "end", new_string: "planted\n", dry_run: true }),
  },
  {
    title: "edit_file",
    tool: "edit_file",
    use: "write",
    input: (path) => ({ path, position: "end", new_string: "planted\n" }),
  },
  {
    title: "edit_file, front matter",
    tool: "edit_file",
    use: "write",
    input: (path) => ({ path, front_matter: { a: 1 } }),
  },
  {
    title: "edit_file, several files",
    tool: "edit_file",
    use: "write",
    input: (path) => ({
      edits: [
        { path: ordinary, position: "end", new_string: "planted\n" },
        { path, position: "end", new_string: "planted\n" },
      ],
    }),
  },
  {
    title: "edit_file, pattern",
    tool: "edit_file",
    use: "read",
    input: (path) => ({ path, pattern: "(?i)password.*|API_KEY", new_string: "planted" }),
  },
  {
    title: "edit_file, glob",
    tool: "edit_file",
    use: "name",
    input: (glob) => ({ glob, pattern: "(?i)password.*|API_KEY", new_string: "planted" }),
  },
  {
    title: "edit_code, insert",
    tool: "edit_code",
    use: "write",
    input: (path) => ({ action: "insert", path, position: "last", body: "let planted;", wait: 0 }),
  },
  {
    title: "edit_code, expected",
    tool: "edit_code",
    use: "write",
    input: (path) => ({
      action: "remove",
      path,
      symbol: "password",
      expect: "planted",
      unproven: "leave",
      dry_run: true,
    }),
  },
  {
    title: "edit_code, move to",
    tool: "edit_code",
    use: "write",
    input: (to) => ({ action: "move", path: ordinary, new_name: to, unproven: "leave", wait: 0 }),
  },
  {
    title: "edit_code, move from",
    tool: "edit_code",
    use: "write",
    input: (path) => ({ action: "move", path, new_name: "moved/here.ts", unproven: "leave", wait: 0 }),
  },
  { title: "edit_code, actions", tool: "edit_code", use: "read", input: (path) => ({ action: "actions", path }) },
  { title: "create_file", tool: "create_file", use: "write", input: (path) => ({ path, ...text }) },
  {
    title: "create_file, over",
    tool: "create_file",
    use: "write",
    input: (path) => ({ path, ...text, overwrite: true }),
  },
  {
    title: "create_file, below",
    tool: "create_file",
    use: "below",
    input: (path) => ({ path: `${path}/planted/x`, ...text }),
  },
  { title: "move_file, to", tool: "move_file", use: "write", input: (to) => ({ path: "README.md", to }) },
  { title: "move_file, into", tool: "move_file", use: "below", input: (to) => ({ path: "README.md", to: `${to}/` }) },
  { title: "move_file, from", tool: "move_file", use: "write", input: (path) => ({ path, to: "moved/here" }) },
  { title: "delete_file", tool: "delete_file", use: "write", input: (path) => ({ path }) },
  { title: "delete_file, restore", tool: "delete_file", use: "write", input: (path) => ({ path, restore: true }) },
  {
    title: "run_command, cwd",
    tool: "run_command",
    use: "write",
    input: (cwd) => ({ cwd, command: "ls -a . && echo planted > planted.txt" }),
  },
  {
    title: "run_command, cwd, approved",
    tool: "run_command",
    use: "name",
    input: (cwd) => ({ cwd, command: "ls -a . && echo planted > planted.txt" }),
    approve: true,
  },
  { title: "run_command, job", tool: "run_command", use: "name", input: (job) => ({ job }) },
  { title: "workspace, status", tool: "workspace", use: "name", input: (path) => ({ action: "status", path }) },
  { title: "workspace, activate", tool: "workspace", use: "name", input: (path) => ({ action: "activate", path }) },
  { title: "approve_write", tool: "approve_write", use: "write", input: (path) => ({ path }) },
  { title: "approve_write, no", tool: "approve_write", use: "write", input: (path) => ({ path }), approve: false },
  {
    title: "memory, write",
    tool: "memory",
    use: "name",
    input: (topic) => ({ action: "write", topic, content: "planted" }),
  },
  { title: "memory, read", tool: "memory", use: "name", input: (topic) => ({ action: "read", topic }) },
  { title: "memory, delete", tool: "memory", use: "name", input: (topic) => ({ action: "delete", topic }) },
  {
    title: "memory, anchor",
    tool: "memory",
    use: "name",
    input: (path) => ({ action: "write", topic: "anchored", content: "x", anchors: [path, `${path}#API_KEY`] }),
  },
  {
    title: "memory, mention",
    tool: "memory",
    use: "name",
    input: (path) => ({ action: "write", topic: "mention", content: `See \`${path}\` and [it](${path}).` }),
  },
  { title: "guide", tool: "guide", use: "name", input: (topic) => ({ topic }) },
  { title: "onboarding, project", tool: "onboarding", use: "name", input: (project) => ({ project }) },
  {
    title: "read_file, project",
    tool: "read_file",
    use: "name",
    input: (project) => ({ path: "secret.txt", project }),
  },
  { title: "grep, project", tool: "grep", use: "name", input: (project) => ({ pattern: canaryPattern, project }) },
  {
    title: "create_file, project",
    tool: "create_file",
    use: "name",
    input: (project) => ({ path: "planted.txt", ...text, project }),
  },
  { title: "memory, project", tool: "memory", use: "name", input: (project) => ({ action: "list", project }) },
  {
    title: "run_command, project",
    tool: "run_command",
    use: "name",
    input: (project) => ({ command: "echo planted > planted.txt", project }),
    approve: true,
  },
  {
    title: "approve_write, project",
    tool: "approve_write",
    use: "name",
    input: (project) => ({ path: ".", project }),
  },
];

/** Every way in which a tool is given a path. A tool with `path` and no probe of its own here gets its first example's input. */
export const pathProbes: readonly PathProbe[] = [...written, ...tools.flatMap(probesFromExamples)];

function probesFromExamples({ name, effects, examples, inputJsonSchema }: AnyTool): readonly PathProbe[] {
  if (inputJsonSchema.properties?.["path"] === undefined) return [];
  if (written.some(({ tool }) => tool === name)) return [];
  const [example] = examples;
  const use = effects.readOnly ? "read" : "write";
  return [{ title: name, tool: name, use, input: (path) => ({ ...example?.input, path }) }];
}

/** Addresses that the text is tried in. */
export function resourceAddresses(path: string): readonly string[] {
  const encoded = encodeURIComponent(path.replaceAll(/\p{Surrogate}/gu, "\uFFFD"));
  return [
    `memory://${path}`,
    `memory://${encoded}`,
    `memory://../../${path}`,
    `memory://%2e%2e/${encoded}`,
    `doc://${path}`,
    `project://${path}`,
    `file://${path}`,
    path,
  ];
}
