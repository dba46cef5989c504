import { commandsFrom, existing, rootFiles, type Detector } from "../detector.ts";

export const rubyDetector: Detector = {
  name: "Ruby",
  manifests: (view) => rootFiles(view, "Gemfile", /\.gemspec$/),
  async detect(view, [manifest = "Gemfile"]) {
    const hasSpecs = view.paths.has(".rspec") || [...view.paths].some((path) => path.startsWith("spec/"));
    const isRails = view.paths.has("bin/rails");
    const test = hasSpecs ? "bundle exec rspec" : isRails ? "bin/rails test" : "bundle exec rake test";
    return {
      packageManager: "bundler",
      commands: commandsFrom(manifest, {
        test,
        ...(view.paths.has(".rubocop.yml") ? { lint: "bundle exec rubocop" } : {}),
        ...(isRails ? { run: "bin/rails server" } : {}),
      }),
      entryPoints: existing(view, "config.ru", "bin/rails", "app.rb", "main.rb"),
    };
  },
};
