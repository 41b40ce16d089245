/** A server of the blind set. Its keys are invented: a server lists its tools without using them. */
export interface BlindServer {
  readonly name: string;
  readonly package: string;
  readonly version: string;
  readonly licence: "MIT" | "Apache-2.0" | "ISC";
  /** The command that the package installs. */
  readonly command: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** No server listens on this port. */
const nowhere = "http://127.0.0.1:9";

export const servers: readonly BlindServer[] = [
  {
    name: "apify",
    package: "@apify/actors-mcp-server",
    version: "0.10.6",
    licence: "MIT",
    command: "actors-mcp-server",
    // Without the Actor that is there by default, whose definition comes over the network.
    args: ["--tools", "actors,docs,runs,storage,dev"],
    env: { APIFY_TOKEN: "none", TELEMETRY_ENABLED: "false" },
  },
  {
    name: "cloudinary",
    package: "@cloudinary/asset-management-mcp",
    version: "0.11.0",
    licence: "MIT",
    command: "mcp",
    args: ["start"],
    env: { CLOUDINARY_URL: "cloudinary://1:none@none" },
  },
  {
    name: "contentful",
    package: "@ivotoby/contentful-management-mcp-server",
    version: "1.21.0",
    licence: "MIT",
    command: "mcp-server-contentful",
    env: { CONTENTFUL_MANAGEMENT_ACCESS_TOKEN: "none" },
  },
  {
    name: "digitalocean",
    package: "@digitalocean/mcp",
    version: "1.0.70",
    licence: "MIT",
    command: "mcp",
    // All of its services together have 353 tools, more than a third of the set.
    args: ["--services", "apps,droplets"],
    env: { DIGITALOCEAN_API_TOKEN: "none" },
  },
  {
    name: "google-analytics",
    package: "mcp-google-analytics",
    version: "1.3.1",
    licence: "MIT",
    command: "mcp-google-analytics",
    env: {
      GA_PROPERTY_ID: "1",
      GA_SERVICE_ACCOUNT_JSON: '{"client_email":"none@example.com","private_key":"none","project_id":"none"}',
      GA_MEASUREMENT_ID: "G-1",
      GA_API_SECRET: "none",
    },
  },
  {
    name: "grafana",
    package: "@leval/mcp-grafana",
    version: "1.1.7",
    licence: "MIT",
    command: "mcp-grafana",
    env: { GRAFANA_URL: nowhere, GRAFANA_SERVICE_ACCOUNT_TOKEN: "none" },
  },
  {
    name: "hyperbrowser",
    package: "hyperbrowser-mcp",
    version: "1.0.25",
    licence: "ISC",
    command: "hyperbrowser-mcp",
    env: { HYPERBROWSER_API_KEY: "none", HB_API_KEY: "none" },
  },
  {
    name: "langfuse",
    package: "langfuse-mcp",
    version: "1.2.0",
    licence: "MIT",
    command: "langfuse-mcp",
    env: { LANGFUSE_PUBLIC_KEY: "pk-lf-none", LANGFUSE_SECRET_KEY: "sk-lf-none", LANGFUSE_BASE_URL: nowhere },
  },
  {
    name: "mailchimp",
    package: "@agentx-ai/mailchimp-mcp-server",
    version: "1.1.1",
    licence: "MIT",
    command: "mailchimp-mcp",
    env: { MAILCHIMP_API_KEY: "none-us1" },
  },
  {
    name: "mindbody",
    package: "@striderlabs/mcp-mindbody",
    version: "1.0.1",
    licence: "MIT",
    command: "mcp-mindbody",
    env: { MINDBODY_USERNAME: "none", MINDBODY_PASSWORD: "none", MINDBODY_SITE_ID: "1" },
  },
  {
    name: "miro",
    package: "@k-jarzyna/mcp-miro",
    version: "1.0.11",
    licence: "Apache-2.0",
    command: "mcp-miro",
    env: { MIRO_ACCESS_TOKEN: "none" },
  },
  {
    name: "netlify",
    package: "@netlify/mcp",
    version: "1.15.1",
    licence: "ISC",
    command: "netlify-mcp",
    env: { NETLIFY_PERSONAL_ACCESS_TOKEN: "none" },
  },
  {
    name: "nocodb",
    package: "nocodb-mcp-server",
    version: "1.0.24",
    licence: "MIT",
    command: "nocodb-mcp-server",
    args: [nowhere, "none", "none"],
  },
  {
    name: "opsgenie",
    package: "mcp-opsgenie",
    version: "1.0.4",
    licence: "MIT",
    command: "mcp-opsgenie",
    env: { OPSGENIE_API_KEY: "none" },
  },
  {
    name: "paddle",
    package: "@paddle/paddle-mcp",
    version: "0.1.6",
    licence: "Apache-2.0",
    command: "paddle",
    env: { PADDLE_API_KEY: "pdl_sdbx_apikey_none", PADDLE_ENVIRONMENT: "sandbox" },
  },
  {
    name: "plane",
    package: "@makeplane/plane-mcp-server",
    version: "0.1.5",
    licence: "MIT",
    command: "plane-mcp-server",
    env: { PLANE_API_KEY: "none", PLANE_WORKSPACE_SLUG: "none" },
  },
  {
    name: "postman",
    package: "@postman/postman-mcp-server",
    version: "2.13.0",
    licence: "Apache-2.0",
    command: "postman-mcp-server",
    env: { POSTMAN_API_KEY: "PMAK-none", POSTMAN_MCP_TELEMETRY: "0" },
  },
  {
    name: "render",
    package: "mcp-render",
    version: "1.1.4",
    licence: "MIT",
    command: "render",
    args: ["start"],
    env: { RENDER_API_KEY: "none" },
  },
  {
    name: "replicate",
    package: "replicate-mcp",
    version: "0.9.0",
    licence: "Apache-2.0",
    command: "mcp-server",
    env: { REPLICATE_API_TOKEN: "none" },
  },
  {
    name: "runpod",
    package: "@runpod/mcp-server",
    version: "4.0.0",
    licence: "Apache-2.0",
    command: "runpod-mcp",
    env: { RUNPOD_API_KEY: "none", MCP_SKIP_CREDENTIAL_CHECK: "1" },
  },
  {
    name: "salesforce",
    package: "@tsmztech/mcp-server-salesforce",
    version: "0.0.6",
    licence: "MIT",
    command: "salesforce-connector",
    env: {
      SALESFORCE_CONNECTION_TYPE: "User_Password",
      SALESFORCE_USERNAME: "none",
      SALESFORCE_PASSWORD: "none",
      SALESFORCE_TOKEN: "none",
      SALESFORCE_INSTANCE_URL: nowhere,
    },
  },
  {
    name: "search-console",
    package: "search-console-mcp",
    version: "2.1.3",
    licence: "MIT",
    command: "search-console-mcp",
  },
  {
    name: "sendgrid",
    package: "sendgrid-mcp",
    version: "1.0.4",
    licence: "ISC",
    command: "sendgrid-mcp",
    env: { SENDGRID_API_KEY: "SG.none", READ_ONLY: "false" },
  },
  {
    name: "twenty",
    package: "twenty-crm-mcp-server",
    version: "0.6.2",
    licence: "MIT",
    command: "twenty-crm-mcp-server",
    env: { TWENTY_API_KEY: "none", TWENTY_BASE_URL: nowhere },
  },
  {
    name: "vapi",
    package: "@vapi-ai/mcp-server",
    version: "0.0.11",
    licence: "MIT",
    command: "mcp-server",
    env: { VAPI_TOKEN: "none" },
  },
];
