import { describeEcosystem } from "../../../test/support/ecosystem-suite.ts";
import { php } from "./index.ts";

const json = JSON.stringify;

describeEcosystem(php, {
  manifests: [
    {
      title: "PHP",
      files: {
        "composer.json": json({ require: { php: ">=8", "ext-json": "*", "monolog/monolog": "^3" } }),
        "composer.lock": json({
          packages: [
            { name: "monolog/monolog", version: "3.5.0" },
            { name: "psr/log", version: "3.0" },
          ],
        }),
      },
      dependencies: ["monolog/monolog | ^3 | 3.5.0", "psr/log | 3.0 | indirect"],
    },
  ],
  sources: [
    {
      title: "Composer",
      files: {
        "work/project/vendor/composer/installed.json": '{"packages":[{"name":"monolog/monolog","version":"3.5.0"}]}',
        "work/project/vendor/monolog/monolog/src/Logger.php": "",
      },
      path: "monolog/monolog",
      version: "3.5.0",
      root: "work/project/vendor/monolog/monolog",
    },
  ],
  detectors: [
    {
      detector: "PHP",
      title: "phpunit",
      files: { "composer.json": '{"scripts":{"lint":"x"}}', "phpunit.xml": "", "public/index.php": "" },
      manager: "composer",
      commands: [
        ["lint", "composer lint"],
        ["test", "vendor/bin/phpunit"],
      ],
      entryPoints: ["public/index.php"],
    },
  ],
});
