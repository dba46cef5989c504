import type { ServerSettings } from "../../workspace/config/user-config.ts";
import { isInside } from "../../workspace/paths/inside.ts";
import { realPlace } from "../../workspace/paths/private-places.ts";
import { realDirectories } from "../../workspace/projects/real-directory.ts";

/** Whether the user lets code of this project run: its root is, or is below, one of `servers.trusted_projects`. */
export function isTrustedProject(root: string, settings: Pick<ServerSettings, "trusted_projects">): boolean {
  const real = realPlace(root);
  return realDirectories(settings.trusted_projects).some((each) => isInside(each, real));
}
