import { createProcessRunner } from "toolwright/process";
import { onTestFinished } from "vitest";
import type { ServerSpec } from "../../src/languages/server-spec.ts";
import { serverSpecs } from "../../src/languages/servers.ts";
import { openLanguageServers } from "../../src/lsp/language-servers.ts";
import type { PoolLimits } from "../../src/lsp/pool/server-pool.ts";
import type { LanguageServers, ProjectServers } from "../../src/lsp/project-servers.ts";
import { type ServerSettings, userConfigSchema } from "../../src/workspace/config/user-config.ts";
import { type KitServer, programOf } from "./kit-servers.ts";
import { openSymbolsKit, type SymbolsKit } from "./symbols-kit.ts";

export interface ServersKit extends SymbolsKit {
  readonly servers: ProjectServers;
  readonly all: LanguageServers;
}

export interface ServersKitOptions {
  readonly servers?: readonly KitServer[];
  readonly specs?: readonly ServerSpec[];
  readonly settings?: Partial<ServerSettings>;
  readonly limits?: Partial<PoolLimits>;
  /** Another project with the same servers. */
  readonly beside?: ServersKit;
}

/** The language servers of a temp project, without tools; nothing else on the machine is found. */
export async function openServersKit(
  files: Readonly<Record<string, string>>,
  { servers = [], specs = serverSpecs, settings = {}, limits = {}, beside }: ServersKitOptions,
): Promise<ServersKit> {
  const symbolsKit = await openSymbolsKit(files);
  const used = await Promise.all(servers.map(programOf));
  const use = Object.fromEntries(used.map(({ id, file, args }) => [id, { command: file, args: [...args] }]));
  const user = userConfigSchema.parse({ servers: { use, ...settings } }).servers;
  const runner = createProcessRunner();
  const env = { PATH: "", XDG_CACHE_HOME: symbolsKit.root, LOCALAPPDATA: symbolsKit.root };
  const all = beside?.all ?? openLanguageServers({ user, processes: runner, env, specs, limits });
  onTestFinished(async () => {
    await all.close();
    await runner.close();
  });
  return { ...symbolsKit, all, servers: all.serversOf(symbolsKit.project, symbolsKit.symbols) };
}
