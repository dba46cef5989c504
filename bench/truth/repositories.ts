/** The code that is judged: public repositories at pinned revisions, none of them used anywhere else in this repository. */

export const languages = [
  "typescript",
  "javascript",
  "go",
  "python",
  "java",
  "rust",
  "c",
  "cpp",
  "csharp",
  "scala",
  "php",
  "elixir",
  "kotlin",
  "ruby",
  "swift",
] as const;

export type Language = (typeof languages)[number];

/** Nobody looks at the single results of those that are held back, else their numbers say nothing. */
export type RepositorySet = "tune" | "held";

export interface TruthRepository {
  readonly language: Language;
  /** owner/name at GitHub. */
  readonly name: string;
  readonly commit: string;
  readonly set: RepositorySet;
  /** The folder that is the project, if it is not the root. */
  readonly folder?: string;
  /** Folders that the judge leaves out: other projects, code that is not compiled here. */
  readonly without?: readonly string[];
  /** Arguments of the compiler, or the tests to run, for judges that need them. */
  readonly flags?: readonly string[];
}

export const repositories: readonly TruthRepository[] = [
  { language: "typescript", name: "jquense/yup", commit: "ff31eee8a2b10c938bb3a22544d9e33957a8cf01", set: "tune" },
  { language: "typescript", name: "unjs/unstorage", commit: "afbb66ec266e0cec613cb087b49f75bf4deaaa41", set: "tune" },
  { language: "typescript", name: "pmndrs/zustand", commit: "f094eebe9bd3b4b0d77b997f69ab1d273f69a877", set: "tune" },
  {
    language: "typescript",
    name: "typestack/class-validator",
    commit: "0853341cc36f53d54e5afb50800c3a4b169abd73",
    set: "held",
  },
  { language: "javascript", name: "tj/commander.js", commit: "ba6d13ddb4243e5913367734f8c159089ffe7834", set: "tune" },
  { language: "javascript", name: "moment/luxon", commit: "b6b9d03709085008287ed7f4ce5067f0f4be53f2", set: "tune" },
  {
    language: "javascript",
    name: "expressjs/express",
    commit: "a3714473feb3d2908add734d340e7755fd85e0a3",
    set: "tune",
  },
  { language: "javascript", name: "csstree/csstree", commit: "88e3d965c0b1628642a30a841745b410d6835052", set: "tune" },
  { language: "javascript", name: "npm/node-semver", commit: "6e05b7637396ac66522cff8731f07cfe0ef49a29", set: "tune" },
  { language: "javascript", name: "postcss/postcss", commit: "8f3784702ecb4c5fdbdccf82d9c033a450aa08d5", set: "held" },
  { language: "go", name: "spf13/pflag", commit: "5fdac2d16c16d60605cb8baa887e8c5c38ef623f", set: "tune" },
  { language: "go", name: "go-chi/chi", commit: "735ae2b87f8c733d616e809ae86e0985c1bc3350", set: "tune" },
  { language: "go", name: "urfave/cli", commit: "1305a08200f7c4d873e28bd2bbad1ff257c6cfc4", set: "tune" },
  { language: "go", name: "sirupsen/logrus", commit: "87434bb3a736e2a27d34df66924471714f408d3d", set: "held" },
  {
    language: "python",
    name: "marshmallow-code/marshmallow",
    commit: "341b927f219205704728c05cd61f04d7e9727523",
    set: "tune",
  },
  { language: "python", name: "sqlalchemy/mako", commit: "222b76b6b92b4b35571635804c1a1bb225ffe350", set: "tune" },
  { language: "python", name: "pallets/itsdangerous", commit: "672971d66a2ef9f85151e53283113f33d642dabd", set: "tune" },
  { language: "python", name: "encode/starlette", commit: "cb8f84f5284dc301ca7a31eb732b9e140769dd48", set: "held" },
  { language: "java", name: "apache/commons-csv", commit: "d9b9f062b84ea02a30a7817789a2bb71a21c51a9", set: "tune" },
  { language: "java", name: "apache/commons-cli", commit: "0a68ae0e826bb08eb59bda9bae7ec5d84008b62a", set: "tune" },
  {
    language: "java",
    name: "jhy/jsoup",
    commit: "46b620860af930eedc193a705eaf7cea5aec89a6",
    set: "held",
    without: ["src/main/java11", "src/main/java12", "src/main/java21"],
  },
  { language: "rust", name: "servo/rust-url", commit: "25137be1fc1d35cc8ea7d43fc0a02166b023a483", set: "tune" },
  { language: "rust", name: "sharkdp/fd", commit: "ee20f426ddf338ac7ead5c5f00ea49258005caaf", set: "tune" },
  { language: "rust", name: "BurntSushi/rust-csv", commit: "4a3997e91d668ea1d8595bdef15625a77cf2308a", set: "held" },
  {
    language: "c",
    name: "DaveGamble/cJSON",
    commit: "a29814f285cc531c00223743ad3c55cd38c0dc56",
    set: "tune",
    without: ["tests/unity/examples", "tests/unity/extras", "tests/unity/test"],
    flags: ["-IROOT", "-IROOT/tests/unity/src", "-IROOT/tests"],
  },
  {
    language: "c",
    name: "redis/hiredis",
    commit: "29ea2791c102fdffff350f1ea6e04d1f71903d0d",
    set: "tune",
    flags: ["-IROOT"],
  },
  {
    language: "c",
    name: "yaml/libyaml",
    commit: "840b65c40675e2d06bf40405ad3f12dec7f35923",
    set: "held",
    flags: [
      "-IROOT/include",
      "-IROOT/src",
      '-DYAML_VERSION_STRING="0.2.5"',
      "-DYAML_VERSION_MAJOR=0",
      "-DYAML_VERSION_MINOR=2",
      "-DYAML_VERSION_PATCH=5",
    ],
  },
  {
    language: "cpp",
    name: "leethomason/tinyxml2",
    commit: "3dcad8e3c38e7091ae3771bf63020027f91715ce",
    set: "tune",
    flags: ["-IROOT"],
  },
  {
    language: "cpp",
    name: "open-source-parsers/jsoncpp",
    commit: "edc01ab10f52135ec80e3589b6b4e0a9c65b27fd",
    set: "tune",
    flags: ["-IROOT/include", "-IROOT/src/lib_json", "-IROOT/src/test_lib_json"],
  },
  {
    language: "cpp",
    name: "jbeder/yaml-cpp",
    commit: "c3f81127320662deb3e28f4da0a511f1faecd860",
    set: "held",
    without: ["test/googletest-1.16.0"],
    flags: [
      "-IROOT/include",
      "-IROOT/src",
      "-IROOT/test",
      "-IROOT/test/googletest-1.16.0/googletest/include",
      "-IROOT/test/googletest-1.16.0/googlemock/include",
    ],
  },
  {
    language: "csharp",
    name: "commandlineparser/commandline",
    commit: "1e3607b97af6141743edb3c434c06d5b492f6fb3",
    set: "tune",
  },
  { language: "csharp", name: "jbogard/MediatR", commit: "98b2b6e386c1bf666d8d92181624e57792eeeda8", set: "tune" },
  {
    language: "csharp",
    name: "FluentValidation/FluentValidation",
    commit: "84670abe1b54faf69b26ba1898a31c22d0ccfd6f",
    set: "held",
  },
  {
    language: "scala",
    name: "scala/scala-parser-combinators",
    commit: "67da0ed57f9af1fe81b55e5d323fad26be15e7f8",
    set: "tune",
    without: ["js", "native", "project", "shared/src/main/scala-2.13-"],
  },
  {
    language: "scala",
    name: "scopt/scopt",
    commit: "75cd14c9e1f517e9d1beb8de9e3427e40630f1cb",
    set: "tune",
    without: ["js", "native", "project", "shared/src/main/scala-2.12"],
  },
  {
    language: "scala",
    name: "scala/scala-xml",
    commit: "a4c4e52e88ea92fb019650208984170942407db4",
    set: "held",
    // Its tests have XML literals, which compile only against the published library.
    without: [
      "js",
      "native",
      "project",
      "shared/src/main/scala-2.12",
      "shared/src/main/scala-3",
      "shared/src/test",
      "jvm/src/test",
    ],
  },
  { language: "php", name: "guzzle/psr7", commit: "45b30f99ac27b5ca93cb4831afe16285f57b8221", set: "tune" },
  { language: "php", name: "Seldaek/monolog", commit: "57eb1028342134e701e77c617565d51b6e5a2a53", set: "tune" },
  { language: "php", name: "thephpleague/csv", commit: "e6de76c0a3b1aa05aee97ccfed686201c8251be1", set: "held" },
  { language: "elixir", name: "michalmuskala/jason", commit: "4ede42858eb19f80ec9e863aab52df466eab8608", set: "tune" },
  {
    language: "elixir",
    name: "elixir-lang/gen_stage",
    commit: "72198f86c8cd4ba149e8ee2ad80ab442d6d106be",
    set: "tune",
  },
  {
    language: "elixir",
    name: "dashbitco/nimble_options",
    commit: "fb3da819103946b4bc29b0880df3783e8b1e9ae4",
    set: "tune",
  },
  {
    language: "elixir",
    name: "dashbitco/nimble_parsec",
    commit: "d4b9d46f8e8fe07f4b6d41d7c1258aeb4be3c6df",
    set: "tune",
  },
  {
    language: "elixir",
    name: "elixir-plug/plug_crypto",
    commit: "c326c3c743b18cf5f4b12735d06dd90c72dcd779",
    set: "tune",
  },
  {
    language: "elixir",
    name: "phoenixframework/phoenix_pubsub",
    commit: "6ff3cd44c94a36e3f0cd607ab2b12dc7efdf1cdb",
    set: "held",
  },
  { language: "kotlin", name: "npryce/hamkrest", commit: "7c1d4c2d4fc888ea8f94b4c495c5021cf10e5203", set: "tune" },
  {
    language: "kotlin",
    name: "xenomachina/kotlin-argparser",
    commit: "9367da9e757cfc12fbef713aed606e6988d14eff",
    set: "tune",
  },
  {
    language: "kotlin",
    name: "h0tk3y/better-parse",
    commit: "af4599c04f84463a4b708e7e1385217b41ae7b9e",
    set: "tune",
    without: [
      "benchmarks",
      "buildSrc",
      "demo/demo-js",
      "demo/demo-native",
      "src/jsMain",
      "src/nativeMain",
      "src/linuxX64Test",
    ],
  },
  {
    language: "kotlin",
    name: "cbeust/klaxon",
    commit: "cfd3dac07614d27845001de0ca83583239ffbd73",
    set: "held",
    without: ["buildSrc", "klaxon-jackson", "kobalt"],
  },
  {
    language: "ruby",
    name: "mustache/mustache",
    commit: "34eb94559c7d22d85a66f393f6c78b4bde27bdbd",
    set: "tune",
    flags: ["test/*_test.rb"],
  },
  {
    language: "ruby",
    name: "ruby/rake",
    commit: "474500ab2eec41ef28068e18e30f84fa412a098f",
    set: "tune",
    flags: ["test/test_*.rb"],
  },
  {
    language: "ruby",
    name: "ruby/rexml",
    commit: "755d8d562196bf1f04e21f1c46fb02bca810a7f3",
    set: "tune",
    flags: ["test/**/test_*.rb"],
  },
  {
    language: "ruby",
    name: "ruby/optparse",
    commit: "a95819f9a07b613709f6dda28551750db32348a2",
    set: "tune",
    flags: ["test/optparse/test_*.rb"],
  },
  {
    language: "ruby",
    name: "ruby/csv",
    commit: "b36c16061ac14aa6ce2e6eb9c3cd60c07a688254",
    set: "held",
    flags: ["test/csv/**/test_*.rb"],
  },
  {
    language: "swift",
    name: "onevcat/Rainbow",
    commit: "51ffe95d413aad0a7104aaf72d1d1f17c26ce545",
    set: "tune",
    without: ["Playground"],
    flags: ["Rainbow"],
  },
  {
    language: "swift",
    name: "stencilproject/Stencil",
    commit: "17af3bace1975d7d3bef1a9f23d461539c9c7525",
    set: "tune",
    // They need packages that are not there.
    without: ["Tests"],
    flags: ["Stencil"],
  },
  {
    language: "swift",
    name: "kylef/Commander",
    commit: "f22f0a07e02d924406a539d06c0d59402886de56",
    set: "held",
    without: ["Tests"],
    flags: ["Commander"],
  },
];
