import { describe, expect, it } from "vitest";
import { createMachines } from "../../testing/create-machines.ts";

const createMachine = createMachines("init");

async function secretsOf(entry: object): Promise<readonly string[]> {
  const machine = createMachine({ "project/.mcp.json": JSON.stringify({ mcpServers: { a: entry } }) });
  const { stdout } = await machine.run("--dry-run", "--json");
  const { plans } = JSON.parse(stdout) as { plans: { clients: { secrets: { places: string[] }[] }[] }[] };
  return plans.flatMap(({ clients }) => clients.flatMap(({ secrets }) => secrets.flatMap(({ places }) => places)));
}

const key = "sk-1234567890abcdefghij";

describe("toolcrib init names the literal secrets that it moves", () => {
  it.each([
    [{ command: "x", env: { GITHUB_TOKEN: "ghp_literal", PORT: "3000" } }, ["env GITHUB_TOKEN"]],
    [{ command: "x", env: { PGPASSWORD: "hunter2", OPENAI_KEY: "k" } }, ["env PGPASSWORD", "env OPENAI_KEY"]],
    [{ command: "x", env: { ANYTHING: key } }, ["env ANYTHING"]],
    [{ command: "x", env: { DATABASE_URL: "postgres://me:pw@host/db" } }, ["env DATABASE_URL"]],
    [{ command: "x", env: { A_TOKEN: `prefix-\${B}` } }, ["env A_TOKEN"]],
    [{ command: "x", args: ["--token=abc", "-y"] }, ["argument --token"]],
    [{ command: "x", args: ["--api-key", "abc"] }, ["argument --api-key"]],
    [{ command: "x", args: ["-y", key] }, ["argument 2"]],
    [{ command: "docker", args: ["run", "-e", "GITHUB_TOKEN=abc"] }, ["argument GITHUB_TOKEN"]],
    [{ command: "npx", args: ["mcp-remote", "--header", "Authorization: Bearer abc"] }, ["argument Authorization"]],
    [{ command: "npx", args: ["mcp-remote", "https://me:pw@host/mcp"] }, ["argument 2"]],
    [{ command: `x --token ${key}` }, ["command"]],
    [
      { url: "https://h/mcp", headers: { Authorization: "Bearer abc", Accept: "text/plain" } },
      ["header Authorization"],
    ],
    [{ url: "https://h/mcp", headers: { "X-Api-Key": "abc" } }, ["header X-Api-Key"]],
    [{ url: "https://me:pw@h/mcp" }, ["url"]],
    [{ url: "https://token@h/mcp" }, ["url"]],
    [{ url: "https://h/mcp?api_key=abc" }, ["url"]],
    [{ url: `https://h/mcp?x=${key}` }, ["url"]],
    [{ url: "https://h/s/a1b2c3d4e5f6a7b8c9d0/mcp" }, ["url"]],
    [{ url: "https://h/mcp", auth: { clientId: "me", clientSecret: "abc" } }, ["auth"]],
  ])("%j", async (entry, places) => {
    expect(await secretsOf(entry)).toEqual(places);
  });

  it.each([
    [
      {
        command: "npx",
        args: ["-y", "@scope/server-files@1.2.3", "/home/me/projects"],
        env: { NODE_ENV: "production" },
      },
    ],
    [{ command: "x", env: { GITHUB_TOKEN: `\${GITHUB_TOKEN}`, B_TOKEN: `\${env:B}`, C_TOKEN: "$C", EMPTY_TOKEN: "" } }],
    [{ command: "x", args: ["--token", `\${TOKEN}`, `--api-key=\${KEY}`, "--key", "--verbose"] }],
    [{ command: "x", env: { DATABASE_URL: `postgres://\${USER}:\${PW}@host/db` } }],
    [{ command: "npx", args: ["mcp-remote", "https://h/mcp", "--header", `Authorization: Bearer \${TOKEN}`] }],
    [{ url: "https://h/mcp?region=eu-west-1", headers: { Authorization: `Bearer \${TOKEN}`, "X-Team": "blue" } }],
    [{ url: `https://h/mcp?api_key=\${KEY}` }],
  ])("and none in %j", async (entry) => {
    expect(await secretsOf(entry)).toEqual([]);
  });
});
