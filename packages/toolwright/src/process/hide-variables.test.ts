import { afterAll, expect, test } from "vitest";
import { openHosts } from "./fixtures/hosts.ts";
import { verifies } from "../../test/verifies.ts";

const hosts = openHosts();
afterAll(() => hosts.close());

verifies("process:hidden-variables", "read by the process, not by others", async (context) => {
  context.skip(process.platform !== "linux", "there is no /proc");
  const host = hosts.start(
    `import { hideVariables } from "./process.mjs";
     import { execFileSync } from "node:child_process";
     const look = () => execFileSync("cat", ["/proc/" + process.pid + "/environ"], { env: {} }).toString().split("\\0");
     const before = look().filter((line) => line.startsWith("A_KEY=")).length;
     const rest = look().filter((line) => !line.startsWith("A_KEY="));
     const readable = hideVariables(["A_KEY", "ABSENT"]);
     const after = look();
     console.log(JSON.stringify({
       before, readable, value: process.env.A_KEY,
       shown: after.filter((line) => line.includes("geheim")),
       rest: JSON.stringify(after.filter((line) => !line.startsWith("A_KEY="))) === JSON.stringify(rest),
       child: execFileSync("sh", ["-c", "echo $A_KEY"]).toString(),
     }));`,
    ["env", "A_KEY=geheim-ä-123", "A_KEY_2=x"],
  );
  const { output } = await host.end;
  expect(JSON.parse(output)).toEqual({
    before: 1,
    readable: [],
    value: "geheim-ä-123",
    shown: [],
    rest: true,
    child: "geheim-ä-123\n",
  });
});

test("nothing is done about variables that are not set", async () => {
  const host = hosts.start(
    'import { hideVariables } from "./process.mjs"; console.log(JSON.stringify(hideVariables(["ABSENT_1"])));',
  );
  expect((await host.end).output.trim()).toBe("[]");
});
