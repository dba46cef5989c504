import { hasOption, type Invocation, operands } from "../invocation.ts";
import { type Rule, commands } from "../rule.ts";
import { textOf } from "../word.ts";

const publishes = "publishes to the world";
const destroys = "destroys or changes what runs elsewhere";

export const publishingRules: readonly Rule[] = [
  commands(
    ["npm", "pnpm", "yarn", "bun"],
    [
      "publish",
      "unpublish",
      "deprecate",
      "owner add",
      "owner rm",
      "token",
      "login",
      "adduser",
      "access",
      "dist-tag add",
      "dist-tag rm",
      "npm publish",
    ],
    publishes,
  ),
  commands(["cargo"], ["publish", "yank", "login", "owner"], publishes),
  commands(["twine"], ["upload"], publishes),
  commands(["poetry", "uv", "flit", "hatch", "pdm", "maturin"], ["publish", "upload"], publishes),
  commands(["gem"], ["push", "yank"], publishes),
  commands(["mvn", "mvnw"], ["deploy", "release:perform"], publishes),
  {
    programs: ["gradle", "gradlew"],
    reason: publishes,
    when: (gradle) => gradle.args.some((word) => /^:?(?:.*:)?publish(?!ToMavenLocal)/.test(textOf(word) ?? "")),
  },
  commands(["dotnet", "nuget"], ["nuget push", "push", "nuget delete", "delete"], publishes),
  commands(["docker", "podman", "helm", "oras", "skopeo"], ["push", "image push", "copy"], publishes),
  commands(
    ["vsce", "ovsx", "lerna", "changeset", "np", "semantic-release", "goreleaser"],
    ["publish", "release", ""],
    publishes,
  ),
  commands(
    ["vercel", "netlify", "fly", "flyctl", "wrangler", "firebase", "heroku", "serverless", "sls", "cdk", "eb"],
    ["deploy", "destroy", "publish", "delete", "remove", "apps destroy"],
    "changes what is deployed",
  ),
  { programs: ["gh", "glab"], reason: "changes what others see on the forge", when: changesForge },
  commands(
    ["kubectl", "oc", "k"],
    ["delete", "drain", "exec", "replace", "apply", "scale", "rollout", "patch", "edit", "cordon", "taint", "set"],
    destroys,
  ),
  commands(["helm"], ["uninstall", "delete", "upgrade", "rollback", "install"], destroys),
  commands(
    ["terraform", "tofu", "terragrunt"],
    ["destroy", "apply", "state rm", "state push", "import", "taint", "force-unlock", "workspace delete"],
    destroys,
  ),
  commands(["pulumi"], ["destroy", "up", "update", "stack rm"], destroys),
  { programs: ["ansible-playbook", "ansible"], reason: destroys },
  commands(["vagrant"], ["destroy"], destroys),
  {
    programs: ["aws", "gcloud", "az", "doctl", "linode-cli", "hcloud", "gsutil"],
    reason: destroys,
    when: changesCloud,
  },
];

function changesForge(gh: Invocation): boolean {
  const [group = "", action = ""] = operands(gh).map((word) => textOf(word) ?? "?");
  if (group === "api")
    return (
      hasOption(gh, "-X", "--method", "-f", "-F", "--field", "--raw-field", "--input") &&
      !gh.args.some((word) => textOf(word) === "GET")
    );
  if (group === "auth") return action === "token" || action === "login" || action === "logout";
  return [
    "delete",
    "merge",
    "close",
    "create",
    "edit",
    "transfer",
    "archive",
    "rename",
    "set",
    "remove",
    "run",
    "upload",
    "lock",
    "fork",
    "comment",
    "review",
  ].includes(action);
}

function changesCloud(cloud: Invocation): boolean {
  return cloud.args.some(
    (word) =>
      word.mayBeOption ||
      /^(?:delete|terminate|remove|destroy|rm|rb|mv|sync|purge|stop|reboot|deploy|update|put|create|modify|detach|revoke|reset)(?:-.*)?$/.test(
        textOf(word) ?? "",
      ),
  );
}
