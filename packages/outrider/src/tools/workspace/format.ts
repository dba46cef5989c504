import { join } from "node:path";
import { escapeHidden } from "toolwright";
import { countOf } from "../../workspace/text/count-of.ts";
import type { ProjectStatus, WorkspaceOutput } from "./schema.ts";

/** Short lines, nothing that is empty or as usual. */
export function format({ status, projects }: WorkspaceOutput): string {
  return status === undefined ? formatList(projects ?? []) : formatStatus(status);
}

function formatStatus(status: ProjectStatus): string {
  const { kinds, commands, staleMemories, jobs, approvedRoots, problems } = status;
  const lines = [
    `${status.name}: ${status.root}`,
    status.branch === undefined ? "" : `branch ${status.branch}`,
    status.readOnly ? "read-only: nothing can be changed or run" : "",
    `${countOf(status.files, "file")}: ${kinds.map(({ ending, files }) => `${ending} ${files}`).join(", ")}`,
    status.withheld === 0
      ? ""
      : `withheld or masked because of credentials or secrets: ${countOf(status.withheld, "file")}`,
    ...Object.entries(commands).map(([name, command]) => `${name}: ${command}`),
    status.memories === 0
      ? "no memories yet; onboarding writes the first"
      : `memories: ${status.memories}${staleMemories.length === 0 ? "" : `, stale: ${staleMemories.join(", ")}`}`,
    jobs.length === 0 ? "" : `running commands: ${jobs.join(", ")}`,
    approvedRoots.length === 0 ? "" : `also writable: ${approvedRoots.join(", ")}`,
    status.trash === 0 ? "" : `to restore from the trash: ${status.trash}`,
    status.state === join(status.root, ".outrider") ? "" : `state kept in ${status.state}`,
    ...problems.map((problem) => `project.toml: ${problem}`),
  ];
  return joinLines(lines.filter((line) => line !== ""));
}

function formatList(projects: NonNullable<WorkspaceOutput["projects"]>): string {
  if (projects.length === 0) return "No project is open.";
  return joinLines(
    projects.map(({ name, root, kind, active, open, manifest, branch }) => {
      const facts = [
        kind === "project" ? "" : kind,
        manifest ?? "",
        branch === undefined ? "" : `branch ${branch}`,
        open && !active ? "open" : "",
      ];
      const told = facts.filter((fact) => fact !== "").join(", ");
      return `${active ? "* " : "  "}${name}${kind === "subproject" ? "" : `: ${root}`}${told === "" ? "" : ` (${told})`}`;
    }),
  );
}

/** Names come from the disk: each stays on its own line. */
function joinLines(lines: readonly string[]): string {
  return lines.map((line) => escapeHidden(line)).join("\n");
}
