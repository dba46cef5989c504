import { createProcessRunner } from "toolwright/process";
import { onTestFinished } from "vitest";
import { type UserConfig, userConfigSchema } from "../../src/workspace/config/user-config.ts";
import type { Project } from "../../src/workspace/project.ts";
import { openWorkspace, type Workspace, type WorkspaceOptions } from "../../src/workspace/projects/open-workspace.ts";
import { makeTempPlace, type TempPlace } from "./temp-project.ts";

export const testCaller = { host: "test", session: "test", principal: "tester" } as const;

export interface TestWorkspace extends TempPlace {
  readonly workspace: Workspace;
  readonly user: UserConfig;
}

/** A real workspace over a temp project; its processes end with the test. */
export function openTestWorkspace(
  files: Readonly<Record<string, string | Uint8Array>> = {},
  options: Partial<WorkspaceOptions> & { readonly security?: Partial<UserConfig["security"]> } = {},
): TestWorkspace {
  const place = makeTempPlace(files);
  const { security, ...rest } = options;
  // As long as may be: tests of what waits must not fail because the machine is busy.
  const user = userConfigSchema.parse({ security: security ?? {}, limits: { lock_ms: 60_000 } });
  const runner = createProcessRunner();
  onTestFinished(async () => {
    await runner.close();
  });
  const workspace = openWorkspace({
    startRoot: place.root,
    user,
    readOnly: user.security.read_only,
    stateDir: undefined,
    processes: runner.openScope(),
    tempRoots: [place.temp],
    openTool: "workspace",
    noteTool: "memory",
    ...rest,
  });
  return { ...place, workspace, user };
}

/** The project of such a workspace, as a session sees it. */
export async function openTestProject(
  files: Readonly<Record<string, string | Uint8Array>> = {},
  options: Parameters<typeof openTestWorkspace>[1] = {},
): Promise<TestWorkspace & { readonly project: Project }> {
  const opened = openTestWorkspace(files, options);
  return { ...opened, project: await opened.workspace.session(testCaller).project() };
}
