/** A package from npm whose tools are in `definitions/`. */
export interface Source {
  /** The name of the server, as a user would write it in a config. */
  readonly server: string;
  readonly package: string;
  readonly version: string;
  readonly licence: string;
  /** The copyright holder, from the licence file or the manifest's author. */
  readonly holder: string;
  /** The file to start, where the manifest names none or another. */
  readonly bin?: string;
  readonly args?: readonly string[];
  /** Made-up credentials: listing tools needs none that work. */
  readonly env?: Readonly<Record<string, string>>;
  /** Files that the server reads at its start, relative to the folder that is its home and its working directory. */
  readonly files?: Readonly<Record<string, string>>;
}

const googleKeys = JSON.stringify({
  installed: {
    client_id: "dummy.apps.googleusercontent.com",
    client_secret: "dummy",
    redirect_uris: ["http://localhost:3000/oauth2callback"],
  },
});
const googleToken = JSON.stringify({ access_token: "dummy", refresh_token: "dummy", expiry_date: 4_000_000_000_000 });

export const sources: readonly Source[] = [
  {
    server: "github",
    package: "@modelcontextprotocol/server-github",
    version: "2025.4.8",
    licence: "MIT",
    holder: "Anthropic, PBC",
    env: { GITHUB_PERSONAL_ACCESS_TOKEN: "dummy" },
  },
  {
    server: "gitlab",
    package: "@zereight/mcp-gitlab",
    version: "2.1.64",
    licence: "MIT",
    holder: "Roo",
    // The groups of tools that a product team switches on; all of them are more than two hundred tools.
    env: {
      GITLAB_PERSONAL_ACCESS_TOKEN: "dummy",
      GITLAB_API_URL: "https://gitlab.com/api/v4",
      GITLAB_TOOLSETS: "issues,merge_requests,pipelines,projects",
      GITLAB_DENIED_TOOLS_REGEX:
        "emoji|draft|discuss|thread|trigger|schedule|artifact|environment|deployment|version|variable|test_report|namespace|_diffs|erase|play|wait|patch",
    },
  },
  {
    server: "slack",
    package: "@modelcontextprotocol/server-slack",
    version: "2025.4.25",
    licence: "MIT",
    holder: "Anthropic, PBC",
    env: { SLACK_BOT_TOKEN: "xoxb-dummy", SLACK_TEAM_ID: "T00000000" },
  },
  {
    server: "notion",
    package: "@notionhq/notion-mcp-server",
    version: "2.5.2",
    licence: "MIT",
    holder: "Notion Labs, Inc.",
    env: { NOTION_TOKEN: "ntn_dummy" },
  },
  {
    server: "linear",
    package: "@mseep/linear-mcp",
    version: "78.0.1",
    licence: "MIT",
    holder: "Ibraheem Abdul-Malik",
    env: { LINEAR_API_KEY: "dummy" },
  },
  {
    server: "stripe",
    package: "@stripe/mcp",
    version: "0.2.5",
    licence: "MIT",
    holder: "Stripe",
    args: ["--tools=all", "--api-key=sk_test_dummy"],
  },
  {
    server: "hubspot",
    package: "@hubspot/mcp-server",
    version: "0.4.0",
    licence: "MIT",
    holder: "HubSpot",
    env: { PRIVATE_APP_ACCESS_TOKEN: "dummy" },
  },
  {
    server: "google-calendar",
    package: "@cocal/google-calendar-mcp",
    version: "2.6.3",
    licence: "MIT",
    holder: "nspady",
    env: { GOOGLE_OAUTH_CREDENTIALS: "gcp-oauth.keys.json" },
    files: {
      "gcp-oauth.keys.json": googleKeys,
      ".config/google-calendar-mcp/tokens.json": `{"normal":${googleToken}}`,
    },
  },
  {
    server: "gmail",
    package: "@gongrzhe/server-gmail-autoauth-mcp",
    version: "1.1.11",
    licence: "ISC",
    holder: "GongRzhe",
    files: { ".gmail-mcp/gcp-oauth.keys.json": googleKeys, ".gmail-mcp/credentials.json": googleToken },
  },
  {
    server: "google-drive",
    package: "@piotr-agier/google-drive-mcp",
    version: "2.2.0",
    licence: "MIT",
    holder: "Piotr Agier",
    env: { GOOGLE_DRIVE_OAUTH_CREDENTIALS: "gcp-oauth.keys.json" },
    files: { "gcp-oauth.keys.json": googleKeys },
  },
  {
    server: "cloudflare",
    package: "@cloudflare/mcp-server-cloudflare",
    version: "0.2.0",
    licence: "Apache-2.0",
    holder: "Cloudflare, Inc.",
    args: ["run", "dummy"],
    env: { CLOUDFLARE_API_TOKEN: "dummy", CLOUDFLARE_ACCOUNT_ID: "dummy" },
  },
  {
    server: "jira",
    package: "@nexus2520/jira-mcp-server",
    version: "1.2.0",
    licence: "MIT",
    holder: "Parth Dogra",
    env: { JIRA_EMAIL: "dummy@example.com", JIRA_API_TOKEN: "dummy", JIRA_BASE_URL: "https://example.atlassian.net" },
  },
  {
    server: "trello",
    package: "@delorenj/mcp-server-trello",
    version: "1.8.1",
    licence: "MIT",
    holder: "Model Context Protocol",
    env: { TRELLO_API_KEY: "dummy", TRELLO_TOKEN: "dummy" },
  },
  {
    server: "asana",
    package: "@roychri/mcp-server-asana",
    version: "1.8.0",
    licence: "MIT",
    holder: "roychri",
    env: { ASANA_ACCESS_TOKEN: "dummy" },
  },
  {
    server: "todoist",
    package: "@doist/todoist-mcp",
    version: "11.0.0",
    licence: "MIT",
    holder: "Doist",
    env: { TODOIST_API_KEY: "dummy" },
  },
  {
    server: "postgres",
    package: "@modelcontextprotocol/server-postgres",
    version: "0.6.2",
    licence: "MIT",
    holder: "Anthropic, PBC",
    args: ["postgresql://localhost/shop"],
  },
  {
    server: "filesystem",
    package: "@modelcontextprotocol/server-filesystem",
    version: "2025.12.18",
    licence: "MIT",
    holder: "Anthropic, PBC",
    args: ["."],
  },
  {
    server: "memory",
    package: "@modelcontextprotocol/server-memory",
    version: "2025.9.25",
    licence: "MIT",
    holder: "Anthropic, PBC",
  },
  {
    server: "playwright",
    package: "@playwright/mcp",
    version: "0.0.83",
    licence: "Apache-2.0",
    holder: "Microsoft Corporation",
    args: ["--headless"],
  },
  {
    server: "airtable",
    package: "airtable-mcp-server",
    version: "1.14.0",
    licence: "MIT",
    holder: "Adam Jones (domdomegg)",
    env: { AIRTABLE_API_KEY: "pat.dummy" },
  },
  {
    server: "brave-search",
    package: "@brave/brave-search-mcp-server",
    version: "2.1.4",
    licence: "MIT",
    holder: "Anthropic, PBC; Brave Software, Inc.",
    env: { BRAVE_API_KEY: "dummy", BRAVE_MCP_TRANSPORT: "stdio" },
  },
  {
    server: "figma",
    package: "figma-developer-mcp",
    version: "0.13.2",
    licence: "MIT",
    holder: "Graham Lipsman",
    args: ["--figma-api-key=dummy", "--stdio", "--image-dir=/images"],
  },
  {
    server: "shopify",
    package: "shopify-mcp",
    version: "1.0.8",
    licence: "MIT",
    holder: "Shopify MCP Server Contributors",
    args: ["--accessToken", "dummy", "--domain", "example.myshopify.com"],
  },
  {
    server: "google-maps",
    package: "@modelcontextprotocol/server-google-maps",
    version: "0.6.2",
    licence: "MIT",
    holder: "Anthropic, PBC",
    env: { GOOGLE_MAPS_API_KEY: "dummy" },
  },
  {
    server: "discord",
    package: "mcp-discord",
    version: "1.3.4",
    licence: "MIT",
    holder: "BarryY",
    env: { DISCORD_TOKEN: "dummy" },
  },
  {
    server: "datadog",
    package: "@winor30/mcp-server-datadog",
    version: "1.8.0",
    licence: "Apache-2.0",
    holder: "winor30",
    env: { DATADOG_API_KEY: "dummy", DATADOG_APP_KEY: "dummy" },
  },
  {
    server: "pipedrive",
    package: "pipedrive-mcp-server",
    version: "1.0.2",
    licence: "MIT",
    holder: "Will Dent",
    bin: "build/index.js",
    env: { PIPEDRIVE_API_TOKEN: "dummy", PIPEDRIVE_DOMAIN: "example.pipedrive.com" },
  },
  {
    server: "ynab",
    package: "ynab-mcp-server",
    version: "0.1.2",
    licence: "MIT",
    holder: "Caleb LeNoir",
    env: { YNAB_API_TOKEN: "dummy" },
  },
  {
    server: "harvest",
    package: "harvest-mcp-server",
    version: "0.1.1",
    licence: "MIT",
    holder: "Adrian",
    bin: "build/index.js",
    env: { HARVEST_ACCESS_TOKEN: "dummy", HARVEST_ACCOUNT_ID: "1", STANDARD_WORK_DAY_HOURS: "8", TIMEZONE: "UTC" },
  },
  {
    server: "rollbar",
    package: "@rollbar/mcp-server",
    version: "0.6.0",
    licence: "MIT",
    holder: "Rollbar, Inc.",
    env: { ROLLBAR_ACCESS_TOKEN: "dummy" },
  },
  {
    server: "weather",
    package: "@dangahagan/weather-mcp",
    version: "1.23.0",
    licence: "MIT",
    holder: "Weather MCP Server Contributors",
  },
  {
    server: "airbnb",
    package: "@openbnb/mcp-server-airbnb",
    version: "0.3.0",
    licence: "MIT",
    holder: "Altmatter",
  },
  {
    server: "deepl",
    package: "deepl-mcp-server",
    version: "0.1.3-beta.0",
    licence: "MIT",
    holder: "DeepL SE",
    env: { DEEPL_API_KEY: "dummy" },
  },
];
