import { readFileSync } from "node:fs";
import { join } from "node:path";
import { listPublishedPackages, rootFolder } from "../workspace.ts";
import { listSources, pageOf } from "./page-map.ts";

/** A group of links beside a page. */
export interface SidebarGroup {
  readonly text: string;
  readonly items: readonly { readonly text: string; readonly link: string }[];
}

const group = (text: string, links: Readonly<Record<string, string>>): SidebarGroup => ({
  text,
  items: Object.entries(links).map(([title, link]) => ({ text: title, link })),
});

const groups: readonly SidebarGroup[] = [
  group("Guides", {
    "Claude Code": "/guides/claude-code-on-a-local-model",
    Codex: "/guides/codex-on-a-local-model",
    "Editors and desktop apps": "/guides/an-editor-with-too-many-servers",
    "Your own agent": "/guides/an-agent-in-typescript",
    "Your own model": "/guides/your-own-model",
    "Programs on any model": "/guides/programs-on-any-model",
    Teams: "/guides/teams",
    "Run in the background": "/guides/run-in-the-background",
  }),
  group("Frameworks", {
    "All adapters": "/adapters",
    "AI SDK": "/guides/ai-sdk",
    LangChain: "/guides/langchain",
    "OpenAI Agents SDK": "/guides/openai-agents",
    Mastra: "/guides/mastra",
    "Google ADK": "/guides/google-adk",
    "Claude Agent SDK": "/guides/claude-agent-sdk",
  }),
  group("Understand", {
    "How it works": "/how-it-works",
    Comparison: "/comparison",
    Benchmarks: "/benchmarks",
    Savings: "/savings",
    "What has been tested": "/clients",
    "Request lifecycle": "/life-of-a-request",
    Loaders: "/loaders",
    "Search design": "/search-design",
    "Inside an answer": "/answering",
  }),
  group("For teams", {
    "Access control": "/access",
    "Logins of users": "/user-logins",
    Quotas: "/quotas",
    "Audit log": "/audit",
    Store: "/store",
    "Large catalogues": "/catalogues",
    Deployment: "/deployment",
  }),
  group("Use", {
    "Gateway and config": "/gateway",
    "MCP front and pool": "/mcp",
    Upstreams: "/upstreams",
    "Client dialects": "/dialects",
    Studio: "/studio",
    Skills: "/skills",
    Programs: "/programs",
    Learning: "/learning",
    Extending: "/extending",
    Platforms: "/platforms",
  }),
  group("Reference", {
    "Config fields": "/reference/config",
    "Command line": "/reference/command-line",
    Errors: "/errors",
    "Gate reasons": "/gate-reasons",
    "Admin API and metrics": "/admin-api",
    "API contract": "/api-contract",
  }),
  packagesGroup(),
  group("Contribute", {
    Contributing: "/contributing",
    Architecture: "/architecture",
    Security: "/security",
    "Tested attacks": "/tested-attacks",
    Requirements: "/requirements",
    Dependencies: "/dependencies",
    "Bridge wording": "/bridge-wording",
    Releasing: "/releasing",
    "Benchmark methods": "/bench",
  }),
];

function packagesGroup(): SidebarGroup {
  const links = listPublishedPackages().map(({ folder, manifest }) => [
    manifest.name.replace("@toolcrib/", ""),
    `/${folder}`,
  ]);
  return group("Packages", Object.fromEntries(links) as Record<string, string>);
}

/** The table of contents. Of the pages in docs/ that no group lists, guides join the frameworks, and the others come last. */
export function readSidebar(): readonly SidebarGroup[] {
  const listed = new Set(groups.flatMap(({ items }) => items.map(({ link }) => link)));
  const others = listSources("docs")
    .map((source) => ({ text: titleOf(source), link: `/${pageOf(source)}` }))
    .filter(({ link }) => !listed.has(link));
  const guides = others.filter(({ link }) => link.startsWith("/guides/"));
  const rest = others.filter(({ link }) => !link.startsWith("/guides/"));
  const withGuides = groups.map(({ text, items }) => ({
    text,
    items: text === "Frameworks" ? [...items, ...guides] : items,
  }));
  return rest.length === 0 ? withGuides : [...withGuides, { text: "More", items: rest }];
}

function titleOf(source: string): string {
  return /^# (.+)$/m.exec(readFileSync(join(rootFolder, source), "utf8"))?.[1] ?? source;
}
