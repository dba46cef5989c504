import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openKit, type OutriderKit } from "../support/outrider-kit.ts";
import { readWhenLoaded } from "../support/read-when-loaded.ts";
import { snapshotTree } from "../support/snapshot-tree.ts";
import { lookAtTree } from "./process-tree.ts";

test("servers of JSON, YAML, CSS and HTML tell problems, and fetch no schema that a file names", async ({
  annotate,
}) => {
  const { address, asked } = await openSchemaServer();
  const kit = await openKit(
    {
      "schema.json": '{ "type": "object", "properties": { "name": { "type": "string" } } }\n',
      "known.json": '{ "$schema": "./schema.json", "name": 1 }\n',
      "fetched.json": `{ "$schema": "${address}", "name": 1 }\n`,
      "fetched.yaml": `# yaml-language-server: $schema=${address}\nname: 1\n`,
      "keys.yaml": "größe: 1\ngröße: 2\n",
      "a.html": "<style>\n.a { color: }\n</style>\n",
      "a.css": ".a { color: red; }\n.a { colr: red; }\n",
    },
    { servers: ["json", "yaml", "css", "html"] },
  );
  const before = snapshotTree(kit.root);
  const start = performance.now();
  const first = await readWhenLoaded(kit, "diagnostics", { scope: "project", severity: "info" });
  const coldMs = Math.round(performance.now() - start);
  expect(first.replaceAll(address, "ADDRESS")).toMatchInlineSnapshot(`
    "2 errors, 2 warnings, 2 infos in 6 of 7 files.
    a.html (html)
     2:13 error property value expected [css css-propertyvalueexpected]
    keys.yaml (yaml 1.25.0)
     2:1 error Map keys must be unique [YAML 0]
    a.css (css)
     2:6 warning Unknown property: 'colr' [css unknownProperties]
    fetched.json (json)
     1:14 info Unable to load schema from 'ADDRESS': Outrider fetches nothing from the network. [json 65536]
    fetched.yaml (yaml 1.25.0)
     2:1 info Unable to load schema from 'ADDRESS': Outrider fetches nothing from the network. [YAML 65536]
    known.json (json)
     1:39 warning Incorrect type. Expected "string"."
  `);
  expect(asked()).toBe(0);
  const tree = lookAtTree();
  expect(tree?.sockets ?? []).toEqual([]);
  expect(withoutOwn(snapshotTree(kit.root))).toEqual(withoutOwn(before));

  write(kit, "keys.yaml", "größe: 1\nweite: 2\n");
  write(kit, "known.json", '{ "$schema": "./schema.json", "name": "a" }\n');
  write(kit, "a.html", "<style>\n.a { color: red }\n</style>\n");
  write(kit, "a.css", ".a { color: red; }\n");
  expect(await readWhenLoaded(kit, "diagnostics", { scope: "project" })).toMatchInlineSnapshot(
    `"No problems in 7 files. Not listed: 2 infos."`,
  );
  await annotate(`json, yaml, css and html: all files judged after ${coldMs} ms, ${tree?.memoryMb} MB together`);
});

function write({ root }: OutriderKit, path: string, text: string): void {
  writeFileSync(join(root, path), text);
}

function withoutOwn(tree: Readonly<Record<string, string>>): unknown {
  return Object.fromEntries(Object.entries(tree).filter(([path]) => !path.startsWith(".outrider")));
}

/** Counts who comes; its schema would find a mistake in every file. */
async function openSchemaServer(): Promise<{ readonly address: string; readonly asked: () => number }> {
  let count = 0;
  const server = createServer((_request, response) => {
    count += 1;
    response.end('{ "type": "object", "required": ["fetched"] }');
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const place = server.address();
  if (place === null || typeof place === "string") throw new Error("The schema server has no port.");
  return { address: `http://127.0.0.1:${place.port}/schema.json`, asked: () => count };
}
