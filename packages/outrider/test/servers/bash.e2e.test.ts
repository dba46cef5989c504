import { test } from "vitest";
import { checkServer } from "./check-server.ts";

const files = {
  "lib/store.sh": '#!/usr/bin/env bash\n# Adds.\nmerge() {\n  echo "$(($1 + $2))"\n}\n\ngrow() {\n  merge "$1" 1\n}\n',
  "other.sh": '#!/usr/bin/env bash\nmerge() {\n  echo "merge"\n}\nmerge\n',
  "main.sh": '#!/usr/bin/env bash\nsource "lib/store.sh"\nrun() {\n  echo "größe 😀"; merge 1 "$(merge 2 3)"\n}\nrun\n',
};

test("bash-language-server says what a name is, and is not asked where it goes by the name alone", async ({
  annotate,
}) => {
  await annotate(
    await checkServer({
      server: "bash",
      files,
      references: {
        symbol: "merge",
        path: "lib/store.sh",
        places: ["lib/store.sh:8", "main.sh:4"],
        bySyntax: /does not find references/,
      },
      definition: { path: "main.sh", line: 6, symbol: "run", at: "main.sh:3", hover: "run" },
      calls: {
        symbol: "run",
        path: "main.sh",
        completeness: "syntactic",
        callers: [" main.sh:6"],
        callees: ["merge lib/store.sh:4"],
      },
      edit: {
        files: { "more.sh": '#!/usr/bin/env bash\nsource "lib/store.sh"\nmerge 3 4\n' },
        places: ["lib/store.sh:8", "main.sh:4", "more.sh:3"],
      },
    }),
  );
});
