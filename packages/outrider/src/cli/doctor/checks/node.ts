import type { Check } from "../check.ts";

const oldest = [20, 19] as const;

export const node: Check = {
  what: "Node",
  async run() {
    const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
    const isOld = major < oldest[0] || (major === oldest[0] && minor < oldest[1]);
    const detail = `${process.version}, ${process.platform} ${process.arch}`;
    if (!isOld) return { level: "ok", detail };
    return { level: "problem", detail, next: `Install Node ${oldest.join(".")} or later.` };
  },
};
