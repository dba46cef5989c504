import type { ServerSpec } from "../server-spec.ts";

export const perl: ServerSpec = {
  id: "perl",
  title: "Perl Navigator",
  languages: { perl: "perl" },
  program: { names: ["perlnavigator"], args: ["--stdio"] },
  obtain: "https://github.com/bscan/PerlNavigator/releases",
  inherits: ["PERL5LIB"],
  runsCode: "BEGIN blocks of the repository",
  readiness: { by: "canary" },
  freshness: "watched-files",
  needsOpen: false,
  opensCandidates: true,
};
