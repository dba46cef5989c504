import type { Session, Step } from "../session.ts";

/** What is put to the person; how it ends is theirs to say. */
const asked: readonly Step[] = [
  ["approve_write", { path: "$OUTSIDE" }],
  ["create_file", { path: "$OUTSIDE/new.txt", content: "x\n" }],
  ["read_file", { path: "$OUTSIDE/secret.txt" }],
  ["approve_write", { path: "$OUTSIDE" }],
  ["approve_write", { path: "/" }],
  ["approve_write", { path: "$OUTSIDE/absent" }],
  ["approve_write", { path: "$OUTSIDE/secret.txt" }],
  ["approve_write", { path: "c" }],
  ["approve_write", { path: "~" }],
  ["approve_write", { path: ".git" }],
  ["library", { action: "register", path: "$OUTSIDE/sibling" }],
  ["library", { action: "register", path: "$OUTSIDE/sibling", name: "near-lib" }],
  ["library", {}],
  ["read_file", { path: "library:sibling/index.js" }],
  ["library", { action: "forget", name: "sibling" }],
  ["library", { action: "forget", name: "never-there" }],
  ["library", { action: "register", path: "/etc" }],
  ["library", { action: "register", path: "relative/path" }],
  ["workspace", { action: "activate", path: "$OUTSIDE/sibling" }],
  ["workspace", {}],
  ["tree", {}],
  ["workspace", { action: "activate", path: "fair" }],
  ["workspace", { action: "activate", path: "/" }],
  ["workspace", { action: "activate", path: "$OUTSIDE/absent" }],
  ["workspace", { action: "list" }],
  ["run_command", { command: "rm -rf names" }],
  ["run_command", { command: "git push origin main" }],
  ["run_command", { command: "cat keys/server.pem" }],
  ["run_command", { command: "echo $(" }],
  ["run_command", { command: "echo overwritten > no-end.txt" }],
  ["run_command", { command: "rm empty.txt" }],
  ["tree", { depth: 1 }],
];

export const personAccepts: Session = { name: "person-accepts", project: "mixed", person: "accepts", steps: asked };
export const personDeclines: Session = { name: "person-declines", project: "mixed", person: "declines", steps: asked };
export const nobodyAsked: Session = { name: "nobody-to-ask", project: "mixed", steps: asked };

export const commands: Session = {
  name: "commands",
  project: "mixed",
  settings: "[security]\nshell_env = []\n",
  steps: [
    ["run_command", { command: "echo one; echo two >&2; exit 3" }],
    ["run_command", { command: "seq 1 3000" }],
    ["read_file", { path: "$HANDLE", offset: 2_990 }],
    ["read_file", { path: "$HANDLE", pattern: "^15\\d\\d$" }],
    ["grep", { pattern: "99$", path: "$HANDLE", limit: 5 }],
    ["run_command", { command: "sort -r $HANDLE | head -2" }],
    ["run_command", { command: "printf 'a\\tb\\033[31mred\\033[0m\\n'" }],
    ["run_command", { command: "pwd", cwd: "docs" }],
    ["run_command", { command: "pwd", cwd: "../outside" }],
    ["run_command", { command: "pwd", cwd: "no-end.txt" }],
    ["run_command", { command: "sleep 30", timeout_ms: 300 }],
    ["run_command", { command: "no-such-program" }],
    ["run_command", { command: "cat" }],
    ["run_command", { command: "kill -9 $$" }],
    ["run_command", { command: "env | sort | grep -v -E '^(_|PATH|SHLVL|TMPDIR|HOME|OUTRIDER|TOOLWRIGHT)'" }],
    ["run_command", { command: "" }],
    ["run_command", {}],
    ["run_command", { command: "echo x", timeout_ms: -5 }],
    ["run_command", { command: "sleep 60", background: true }],
    ["run_command", { job: "$HANDLE", action: "kill" }],
    ["run_command", { job: "$HANDLE" }],
    ["run_command", { command: "sleep 3; echo quick", background: true, timeout_ms: 20_000 }],
    ["run_command", { job: "$HANDLE", action: "wait" }],
    ["run_command", { job: "$HANDLE", action: "output" }],
    ["run_command", { job: "@cmd_absent", action: "output" }],
    ["run_command", { action: "status" }],
    [
      "run_command",
      {
        command:
          "for i in $(seq 1 40); do echo \"src/a.ts($i,1): error TS2304: Cannot find name 'x$i'.\"; done; echo 'Found 40 errors.'; exit 2",
      },
    ],
    [
      "run_command",
      {
        command:
          "for i in $(seq 1 300); do echo \"line $i of a long output\"; done; echo 'ERROR: it broke' >&2; exit 1",
      },
    ],
    ["read_file", { path: "@cmd_absent" }],
    ["grep", { pattern: "x", path: "@cmd_absent" }],
  ],
};

export const commandsDenied: Session = {
  name: "commands-denied",
  project: "mixed",
  settings: '[security]\nshell = "deny"\n',
  steps: [
    ["run_command", { command: "echo one" }],
    ["run_command", { action: "status" }],
    ["workspace", {}],
  ],
};
