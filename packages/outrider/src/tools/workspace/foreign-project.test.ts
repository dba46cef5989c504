import { existsSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { canGiveAway, chownAll, nobody } from "../../../../toolwright/test/other-user.ts";
import { openKit } from "../../../test/support/outrider-kit.ts";
import { writeFiles } from "../../../test/support/temp-project.ts";
import { projectSecret, userIdIn } from "../../workspace/projects/user-state.ts";
import { userStateDirectory } from "../../workspace/projects/user-state-directory.ts";

test.runIf(canGiveAway)(
  "state planted by another user is refused, which is told once, and its notes are still read",
  async () => {
    const { id } = await userIdIn([userStateDirectory()]);
    let folder = "";
    const kit = await openKit(
      {},
      {
        prepare({ root, outside }) {
          const known = JSON.stringify({ registered: [{ name: "evil", root: outside }], learned: [] });
          writeFiles(outside, { "secret.ts": "export const secret = 1;\n" });
          folder = `local-${projectSecret(id, root)}`;
          writeFiles(join(root, ".outrider"), {
            [`${folder}/libraries/known.json`]: known,
            "memories/note.md": "# Note\n",
          });
          chownAll(join(root, ".outrider"), nobody);
        },
      },
    );
    expect(await kit.call("read_file", { path: "library:evil/secret.ts" })).toMatchObject({
      error: { code: "no_library" },
    });
    await kit.read("create_file", { path: "new.ts", content: "1;\n" });
    expect(readdirSync(join(kit.root, ".outrider")).toSorted()).toEqual([folder, "memories"]);
    expect(await kit.read("memory", { action: "read", topic: "note" })).toContain("Note");
    const told = kit.told.filter((text) => text.includes("belongs to another user"));
    expect(told).toHaveLength(1);
    expect(told[0]).toContain(join(userStateDirectory(), basename(kit.root)));
    expect(await kit.read("workspace", {})).toContain(told[0]);
  },
);

test.runIf(canGiveAway)("nothing is kept in a project of another user", async () => {
  const kit = await openKit({ "a.ts": "1;\n" }, { prepare: ({ root }) => chownAll(root, nobody) });
  await kit.read("delete_file", { path: "a.ts" });
  expect(existsSync(join(kit.root, ".outrider"))).toBe(false);
  expect(await kit.read("workspace", {})).toContain("to restore from the trash: 1");
});
