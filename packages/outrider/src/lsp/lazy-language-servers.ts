import { AsyncResource } from "node:async_hooks";
import type { LanguageServersOptions } from "./open-language-servers.ts";
import type { LanguageServers, ServerAccess } from "./project-servers.ts";

/** Language servers whose code is loaded with the first question: most sessions that only list tools never need it. */
export function createLazyServers(options: LanguageServersOptions): LanguageServers {
  const outside = new AsyncResource("OutriderLazyServers");
  let opening: Promise<LanguageServers> | undefined;
  let opened: LanguageServers | undefined;
  let isClosed = false;

  async function load(): Promise<LanguageServers> {
    const { openLanguageServers } = await import("./open-language-servers.ts");
    opened = openLanguageServers(options);
    return opened;
  }

  return {
    serversOf: (project, symbols) => ({
      async forFile(path, access) {
        if (!options.user.enabled) return switchedOff;
        if (isClosed) return closed;
        // In nobody's call, since it outlives the one that came first.
        opening ??= outside.runInAsyncScope(load);
        return await (await opening).serversOf(project, symbols).forFile(path, access);
      },
      discard: async (server, why) => await opened?.serversOf(project, symbols).discard(server, why),
      states: () => opened?.serversOf(project, symbols).states() ?? [],
    }),
    async close() {
      isClosed = true;
      await (await opening)?.close();
    },
  };
}

const closed: ServerAccess = { state: "none", reason: "Outrider is closing", how: undefined };
const switchedOff: ServerAccess = {
  state: "none",
  reason: "language servers are switched off",
  how: "Set `enabled = true` under [servers] in the user settings.",
};
