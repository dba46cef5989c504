import { serverCacheDirectory } from "../../../lsp/programs/server-cache.ts";
import { isTrustedProject } from "../../../lsp/programs/trusted.ts";
import { loadUserConfig, userConfigFile } from "../../../workspace/config/config-file.ts";
import { countOf } from "../../../workspace/text/count-of.ts";
import { reportServers } from "../../languages/server-report.ts";
import type { Check } from "../check.ts";

/** Which language servers are there. None is no problem: syntax answers then. */
export const languageServers: Check = {
  what: "language servers",
  async run({ place: { env }, root }) {
    const { servers: user } = (await loadUserConfig(userConfigFile(env))).config;
    if (!user.enabled) return { level: "info", detail: "switched off in the user settings" };
    const trusted = root !== undefined && isTrustedProject(root, user);
    const reports = await reportServers({ user, env, root, trusted, cacheDirectory: serverCacheDirectory(env) });
    const chosenInVain = reports.find(({ id, state }) => state === "missing" && Object.hasOwn(user.use, id));
    if (chosenInVain !== undefined) {
      const next = `Correct servers.use.${chosenInVain.id}.command in ${userConfigFile(env)}.`;
      return { level: "warning", detail: chosenInVain.reason ?? chosenInVain.id, next };
    }
    const unknown = [...Object.keys(user.use), ...user.off].find((name) => !reports.some(({ id }) => id === name));
    if (unknown !== undefined) {
      const next = "outrider languages shows the names that there are.";
      return { level: "warning", detail: `the user settings name ${unknown}, which is no server`, next };
    }
    const found = reports.filter(({ state }) => state === "found").map(({ id }) => id);
    if (found.length === 0) return { level: "info", detail: "none", next: "outrider languages shows how to get one." };
    const missing = reports.length - found.length;
    return { level: "ok", detail: `${found.join(", ")}; ${countOf(missing, "other")} with outrider languages` };
  },
};
