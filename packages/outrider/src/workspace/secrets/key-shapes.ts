/** A kind of key that is recognised by its look alone: a fixed beginning and a body of known letters and length. */
export interface KeyShape {
  readonly vendor: string;
  /** Literal beginnings; the first characters decide quickly, so there is no pattern in them. */
  readonly prefixes: readonly string[];
  /** What follows, as the source of a regular expression without nested repetition. */
  readonly body: string;
}

const word = "[A-Za-z0-9]";
const wordOrSign = "[A-Za-z0-9_-]";
const hex = "[a-f0-9]";

/** Add a row for a new vendor. Bodies have the length that the vendor documents, or at least 20 characters. */
export const keyShapes: readonly KeyShape[] = [
  { vendor: "AWS access key", prefixes: ["AKIA", "ASIA", "ABIA", "ACCA"], body: "[A-Z0-9]{16}" },
  { vendor: "GitHub", prefixes: ["ghp_", "gho_", "ghu_", "ghs_", "ghr_"], body: `${word}{36,255}` },
  { vendor: "GitHub, fine-grained", prefixes: ["github_pat_"], body: "[A-Za-z0-9_]{50,255}" },
  {
    vendor: "GitLab",
    prefixes: ["glpat-", "gldt-", "glrt-", "glptt-", "glcbt-", "glft-"],
    body: `${wordOrSign}{20,300}`,
  },
  { vendor: "Anthropic", prefixes: ["sk-ant-"], body: `${wordOrSign}{20,300}` },
  { vendor: "OpenAI", prefixes: ["sk-proj-", "sk-svcacct-", "sk-admin-"], body: `${wordOrSign}{20,300}` },
  { vendor: "OpenRouter", prefixes: ["sk-or-v1-"], body: `${hex}{64}` },
  { vendor: "OpenAI and others", prefixes: ["sk-"], body: `${word}{32,128}` },
  { vendor: "Stripe", prefixes: ["sk_live_", "sk_test_", "rk_live_", "rk_test_", "whsec_"], body: `${word}{16,255}` },
  {
    vendor: "Slack",
    prefixes: ["xoxa-", "xoxb-", "xoxc-", "xoxd-", "xoxe-", "xoxp-", "xoxr-", "xoxs-", "xapp-"],
    body: "[A-Za-z0-9-]{20,300}",
  },
  {
    vendor: "Slack web hook",
    prefixes: ["hooks.slack.com/services/"],
    body: "T[A-Z0-9]{6,12}/B[A-Z0-9]{6,12}/[A-Za-z0-9]{16,32}",
  },
  { vendor: "npm", prefixes: ["npm_"], body: `${word}{36}` },
  { vendor: "PyPI", prefixes: ["pypi-"], body: `${wordOrSign}{50,300}` },
  { vendor: "RubyGems", prefixes: ["rubygems_"], body: `${hex}{48}` },
  { vendor: "Google API", prefixes: ["AIza"], body: `${wordOrSign}{35}` },
  { vendor: "Google OAuth", prefixes: ["ya29."], body: `${wordOrSign}{20,300}` },
  { vendor: "Google OAuth client", prefixes: ["GOCSPX-"], body: `${wordOrSign}{28}` },
  { vendor: "SendGrid", prefixes: ["SG."], body: `${wordOrSign}{16,32}\\.${wordOrSign}{16,64}` },
  { vendor: "Mailgun", prefixes: ["key-"], body: `${hex}{32}` },
  { vendor: "DigitalOcean", prefixes: ["dop_v1_", "doo_v1_", "dor_v1_"], body: `${hex}{64}` },
  { vendor: "Hugging Face", prefixes: ["hf_"], body: `${word}{34}` },
  { vendor: "Shopify", prefixes: ["shpat_", "shpss_", "shpca_", "shppa_"], body: "[a-fA-F0-9]{32}" },
  { vendor: "Docker", prefixes: ["dckr_pat_"], body: `${wordOrSign}{27}` },
  { vendor: "Databricks", prefixes: ["dapi"], body: `${hex}{32}` },
  { vendor: "Doppler", prefixes: ["dp.pt.", "dp.st."], body: "[A-Za-z0-9._-]{40,60}" },
  { vendor: "Linear", prefixes: ["lin_api_"], body: `${word}{40}` },
  { vendor: "Notion", prefixes: ["ntn_", "secret_"], body: `${word}{40,50}` },
  { vendor: "Figma", prefixes: ["figd_"], body: `${wordOrSign}{40}` },
  { vendor: "Grafana", prefixes: ["glsa_"], body: `${word}{32}_${hex}{8}` },
  { vendor: "HashiCorp Vault", prefixes: ["hvs.", "hvb."], body: `${wordOrSign}{24,300}` },
  { vendor: "PlanetScale", prefixes: ["pscale_tkn_", "pscale_pw_"], body: "[A-Za-z0-9_.-]{32,64}" },
  { vendor: "Pulumi", prefixes: ["pul-"], body: `${hex}{40}` },
  { vendor: "Postman", prefixes: ["PMAK-"], body: `${hex}{24}-${hex}{34}` },
  { vendor: "Sentry", prefixes: ["sntrys_"], body: "[A-Za-z0-9+/=_]{50,300}" },
  { vendor: "Sentry, personal", prefixes: ["sntryu_"], body: `${hex}{64}` },
  { vendor: "Square", prefixes: ["sq0atp-", "sq0csp-"], body: `${wordOrSign}{22,43}` },
  { vendor: "Netlify", prefixes: ["nfp_"], body: `${word}{36,64}` },
  { vendor: "Supabase", prefixes: ["sbp_"], body: `${hex}{40}` },
  { vendor: "Groq", prefixes: ["gsk_"], body: `${word}{40,60}` },
  { vendor: "xAI", prefixes: ["xai-"], body: `${word}{64,128}` },
  { vendor: "Perplexity", prefixes: ["pplx-"], body: `${word}{40,64}` },
  { vendor: "Replicate", prefixes: ["r8_"], body: `${word}{37}` },
  { vendor: "Voyage", prefixes: ["pa-"], body: `${wordOrSign}{43}` },
  { vendor: "Tailscale", prefixes: ["tskey-auth-", "tskey-api-", "tskey-client-"], body: `${wordOrSign}{20,64}` },
  { vendor: "Atlassian", prefixes: ["ATATT3"], body: "[A-Za-z0-9_=-]{100,300}" },
  { vendor: "Bitbucket", prefixes: ["ATBB"], body: `${word}{32}` },
  { vendor: "New Relic", prefixes: ["NRAK-"], body: "[A-Z0-9]{27}" },
  { vendor: "age", prefixes: ["AGE-SECRET-KEY-1"], body: "[A-Z0-9]{58}" },
  // Both parts are JSON objects, so both begin alike. Not behind a sign that tokens contain: each text is read only once then.
  {
    vendor: "JSON web token",
    prefixes: ["eyJ"],
    body: `(?<![-_]eyJ)${wordOrSign}{14,4000}\\.eyJ${wordOrSign}{8,4000}\\.${wordOrSign}{0,1000}`,
  },
];

/** The beginnings of all vendors' keys, for those who rather mask too much than too little. */
export const keyPrefixes: readonly string[] = keyShapes.flatMap(({ prefixes }) => prefixes);
