import { expect, test } from "vitest";
import { loadWeights } from "../embedders/static/load-weights.ts";
import { loadMeasure } from "./similarity.ts";
import { openTextSearch } from "./open-text-search.ts";

// Notes as a project has them; questions with other words than the notes; and what no project's notes are about. With these
// `minSimilarity` was chosen: another model needs another number, and fails here until it has one.
const notes = [
  {
    id: "auth",
    title: "Authentication tokens",
    body: "Access tokens are signed with HS256 and expire after 15 minutes. The refresh token lives in a cookie.\n\n## Sessions\n\nPasswords are hashed with argon2; after five failures the account is locked for ten minutes.",
  },
  {
    id: "deploy",
    title: "How we deploy",
    body: "`make ship` builds the image, pushes it and rolls out to the cluster. Wait for the health check before you tag.\n\nRollback: kubectl rollout undo.",
  },
  {
    id: "db/migrations",
    title: "Database migrations",
    body: "Schema changes go into migrations/ as numbered SQL files. Never edit one that was merged. Columns are dropped one version after nobody reads them.",
  },
  {
    id: "ci",
    title: "How CI runs",
    body: "The workflow calls npm test on Linux, macOS and Windows. Caches live in the runner. Flaky cases are tried twice.",
  },
  {
    id: "writer",
    title: "Writing files",
    body: "`replaceFile` renames over the old file, so that a crash leaves one of both.\n\n## Locks\n\nOne lock a project, see acquireLock. It waits ten seconds.",
  },
  {
    id: "style",
    title: "Code style",
    body: "Small files, no classes. Comments say why. Names are verbs for functions.",
  },
  {
    id: "cache",
    title: "Caching of responses",
    body: "Answers of the catalogue API are kept in Redis for 60 s; the key is the URL with sorted parameters. Invalidate after every import.",
  },
  {
    id: "perf",
    title: "Slow start on Windows",
    body: "The virus scanner reads every module. Bundling everything into one file brought it from 3 s to 0.4 s.",
  },
  {
    id: "payments",
    title: "Payment provider",
    body: "Stripe webhooks arrive twice at times: the handler is idempotent by event id. Refunds need the charge, not the intent.",
  },
  {
    id: "logging",
    title: "Logs",
    body: "JSON lines on stderr, one event each. Never print customer data. Level is set by LOG_LEVEL.",
  },
  {
    id: "i18n",
    title: "Translations",
    body: "Texts of the interface live in locales/*.json. Keys are English sentences; missing ones fall back to English.",
  },
  {
    id: "queue",
    title: "Background jobs",
    body: "Workers take jobs from the queue with a visibility timeout of 30 s; a job that fails five times goes to the dead letter table.",
  },
  {
    id: "email",
    title: "Sending mail",
    body: "Mails go through SES; locally mailhog shows them on port 8025. Templates are MJML.",
  },
  {
    id: "deps",
    title: "Upgrading dependencies",
    body: "Renovate opens pull requests on Monday. Major versions of React wait for the design system.",
  },
  {
    id: "memleak",
    title: "Leak in the parser",
    body: "Trees of tree-sitter have to be deleted by hand; the heap grew by 2 GB in an hour before.",
  },
  {
    id: "config",
    title: "Settings",
    body: "Environment variables win over config.toml, which wins over defaults. Secrets come from the vault, never from the repository.",
  },
  {
    id: "ui",
    title: "Buttons and forms",
    body: "Use the components of ui-kit; colours only by tokens of the theme. Dark mode follows the system.",
  },
  {
    id: "api",
    title: "REST conventions",
    body: "Lists are paged with cursor and limit. Errors are problem+json with a stable code. Dates are ISO 8601 in UTC.",
  },
  {
    id: "search",
    title: "Search index",
    body: "Documents are indexed in Elasticsearch; a nightly job rebuilds all. Synonyms are in synonyms.txt.",
  },
  {
    id: "backup",
    title: "Backups",
    body: "Postgres is dumped every night to S3 and kept for 30 days. Restoring was last tried in March.",
  },
  {
    id: "threads",
    title: "Threads",
    body: "Parsing runs in worker threads; each owns its grammar. Messages carry shared buffers, nothing is copied.",
  },
  {
    id: "debug",
    title: "Debugging the server",
    body: "Start with --inspect and attach; set DEBUG=http:* to see requests. Breakpoints in handlers need source maps.",
  },
  {
    id: "tz",
    title: "Dates and time zones",
    body: "All times are stored in UTC. Reports use the customer's zone; summer time broke the daily sums once.",
  },
  {
    id: "images",
    title: "Uploads of pictures",
    body: "Pictures are resized by sharp to three widths and stored as webp. Limit is 10 MB.",
  },
  {
    id: "access",
    title: "Who may do what",
    body: "Roles are viewer, editor, owner. Checks happen in the policy layer, not in handlers.",
  },
  {
    id: "proxy",
    title: "Behind the load balancer",
    body: "nginx ends TLS and sets X-Forwarded-For; trust only one hop. Timeouts are 60 s there.",
  },
].map((note) => ({ ...note, source: note }));

const questions: readonly (readonly [question: string, id: string])[] = [
  ["login credentials", "auth"],
  ["user sign in", "auth"],
  ["release to production", "deploy"],
  ["publish a new version", "deploy"],
  ["alter table schema", "db/migrations"],
  ["continuous integration pipeline", "ci"],
  ["unit tests on github actions", "ci"],
  ["concurrent access mutex", "writer"],
  ["atomic save to disk", "writer"],
  ["naming conventions", "style"],
  ["formatting rules lint", "style"],
  ["memoize http results", "cache"],
  ["startup performance", "perf"],
  ["credit card billing", "payments"],
  ["print messages to console", "logging"],
  ["localization of strings", "i18n"],
  ["language of the user interface", "i18n"],
  ["retry failed tasks", "queue"],
  ["asynchronous task scheduling", "queue"],
  ["smtp notifications", "email"],
  ["update packages", "deps"],
  ["npm version bump", "deps"],
  ["memory grows until out of memory", "memleak"],
  ["garbage never freed", "memleak"],
  ["options and preferences", "config"],
  ["css widgets", "ui"],
  ["pagination of results", "api"],
  ["http endpoints", "api"],
  ["full text query", "search"],
  ["disaster recovery snapshot", "backup"],
  ["parallel execution concurrency", "threads"],
  ["attach breakpoint step through", "debug"],
  ["timestamp offset daylight saving", "tz"],
  ["photo thumbnails", "images"],
  ["permissions and authorization", "access"],
  ["reverse proxy ssl", "proxy"],
  ["https certificates", "proxy"],
];

const strange = [
  "zebra",
  "chocolate cake recipe",
  "weather in Paris",
  "football results",
  "asdf qwer",
  "purple elephant dancing",
  "mortgage interest rate",
  "guitar chords",
  "quantum chromodynamics",
  "dinosaur bones",
  "holiday in Italy",
  "dentist appointment",
  "knitting pattern wool",
  "volcano eruption",
  "how tall is the Eiffel tower",
  "dog food",
  "president election",
  "banana bread",
  "marathon training shoes",
  "xyzzy plugh",
  "bluetooth headphones",
  "matrix determinant",
  "bezier curve",
  "audio codec bitrate",
  "kernel driver interrupts",
  "neural network gradient",
  "fortran compiler",
  "chess opening",
  "regex backreference",
  "graph shortest path",
];

const { signal } = new AbortController();
const byMeaning = openTextSearch({ byMeaning: true });
const byWords = openTextSearch({ byMeaning: false });

async function ask(question: string, texts = byMeaning) {
  return (await texts.search(notes, question, { limit: 100, signal })).found;
}

test.each([
  ["login credentials", "auth", "Access tokens are signed"],
  ["photo thumbnails", "images", "Pictures are resized"],
  ["asynchronous task scheduling", "queue", "Workers take jobs"],
  ["timestamp offset daylight saving", "tz", "All times are stored"],
  ["options and preferences", "config", "Environment variables win"],
  ["credit card billing", "payments", "Stripe webhooks"],
])("%s: found without a word of it", async (question, id, line) => {
  expect(await ask(question, byWords)).toEqual([]);
  const [best, ...others] = await ask(question);
  expect(best?.item.id).toBe(id);
  expect(best?.excerpt).toContain(line);
  expect(others.length).toBeLessThan(3);
});

test("meaning finds twice as many notes as words do, and most of them first", async () => {
  const places = async (texts: typeof byMeaning): Promise<readonly number[]> =>
    await Promise.all(
      questions.map(async ([question, id]) => (await ask(question, texts)).findIndex(({ item }) => item.id === id)),
    );
  const words = (await places(byWords)).filter((place) => place >= 0);
  const meaning = (await places(byMeaning)).filter((place) => place >= 0);
  expect(meaning.length).toBeGreaterThanOrEqual(2 * words.length);
  expect(meaning.filter((place) => place === 0).length).toBeGreaterThan(questions.length / 2);
});

test("what has nothing to do with any note finds none", async () => {
  const wrong: string[] = [];
  for (const question of strange) {
    // What shares a word is found by it, whatever it means.
    const shared = new Set((await ask(question, byWords)).map(({ item }) => item.id));
    if ((await ask(question)).some(({ item }) => !shared.has(item.id))) wrong.push(question);
  }
  // To a model of code a chord is several keys at once, which is near to buttons.
  expect(wrong).toEqual(["guitar chords"]);
});

test("without the model there is no meaning, and no error", async () => {
  expect(await loadMeasure(async () => await loadWeights("no such file"))).toBeUndefined();
});
