import {
  type LoadedConfig,
  loadProjectConfig,
  loadUserConfig,
  userConfigFile,
} from "../../../workspace/config/config-file.ts";
import type { Check, Finding } from "../check.ts";

export const settings: Check = {
  what: "settings",
  async run({ place, root }) {
    const user = describe(
      "user settings",
      "the server does not start with it",
      await loadUserConfig(userConfigFile(place.env)),
    );
    return root === undefined
      ? [user]
      : [user, describe("project settings", "until then defaults apply", await loadProjectConfig(root))];
  },
};

function describe(what: string, effect: string, { file, exists, problems }: LoadedConfig<object>): Finding {
  if (!exists) return { what, level: "ok", detail: "none, defaults apply" };
  if (problems.length === 0) return { what, level: "ok", detail: file };
  const next = `Correct ${file}; ${effect}.`;
  return { what, level: "problem", detail: problems.join("; "), next };
}
