import { describeEcosystem } from "../../../test/support/ecosystem-suite.ts";
import { ruby } from "./index.ts";

describeEcosystem(ruby, {
  manifests: [
    {
      title: "Ruby",
      files: {
        Gemfile: `source "https://example.test"\ngem "rails", "~> 7.1"\ngem 'puma'\nsystem("touch /tmp/pwned")\n`,
        "Gemfile.lock": `GEM\n  remote: https://example.test/\n  specs:\n    rack (3.0.8)\n    rails (7.1.2)\n      rack (>= 2)\n\nDEPENDENCIES\n  rails (~> 7.1)\n  puma\n`,
      },
      dependencies: ["rails | ~> 7.1 | 7.1.2", "puma", "rack | 3.0.8 | indirect"],
    },
  ],
  sources: [
    {
      title: "Ruby, the locked gem",
      files: {
        "home/.gem/ruby/3.2.0/gems/rack-3.0.8/lib/rack.rb": "",
        "home/.gem/ruby/3.2.0/gems/rack-3.0.10/lib/rack.rb": "",
        "home/.gem/ruby/3.2.0/gems/rack-test-2.0.0/lib/x.rb": "",
        "work/project/Gemfile.lock": "GEM\n  specs:\n    rack (3.0.8)\n",
      },
      path: "rack",
      version: "3.0.8",
      root: "home/.gem/ruby/3.2.0/gems/rack-3.0.8",
    },
  ],
  detectors: [
    {
      detector: "Ruby",
      title: "specs and rubocop",
      files: { Gemfile: "", ".rspec": "", ".rubocop.yml": "" },
      manager: "bundler",
      commands: [
        ["test", "bundle exec rspec"],
        ["lint", "bundle exec rubocop"],
      ],
    },
  ],
});
