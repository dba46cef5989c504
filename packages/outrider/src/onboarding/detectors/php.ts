import { existing, kindOf, rootFiles, type Detector } from "../detector.ts";
import { field, namesOf, readJson, textOf } from "../parse-data.ts";

const manifest = "composer.json";

export const phpDetector: Detector = {
  name: "PHP",
  manifests: (view) => rootFiles(view, manifest),
  async detect(view) {
    const data = readJson(await view.read(manifest));
    const scripts = namesOf(field(data, "scripts")).flatMap((name) => {
      const kind = kindOf(name);
      return kind === undefined ? [] : [{ kind, command: `composer ${name}`, from: manifest }];
    });
    const usesPhpunit = view.paths.has("phpunit.xml") || view.paths.has("phpunit.xml.dist");
    const hasTest = scripts.some(({ kind }) => kind === "test");
    const summary = textOf(field(data, "description"));
    const licence = textOf(field(data, "license"));
    return {
      packageManager: "composer",
      commands:
        usesPhpunit && !hasTest
          ? [...scripts, { kind: "test", command: "vendor/bin/phpunit", from: manifest }]
          : scripts,
      entryPoints: existing(view, "public/index.php", "index.php", "artisan", "bin/console"),
      ...(summary === undefined ? {} : { summary }),
      ...(licence === undefined ? {} : { licence }),
    };
  },
};
