import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Client, ClientOptions } from "@modelcontextprotocol/client";
import { createStrictMessagesApi, type StrictMessagesApi, type WireBlock } from "@toolcrib/anthropic/testing";
import type { Settings } from "@toolcrib/core";
import type { GatewayConfig } from "@toolcrib/gateway";
import { describe, expect, it, vi } from "vitest";
import { keysWith, openOffice } from "../testing/office.ts";
import { serve } from "../testing/serve.ts";
import { createTemporaryFiles } from "../testing/temporary-files.ts";

vi.setConfig({ testTimeout: 30_000 });

const { folder } = createTemporaryFiles();
const skillText = (name: string, description: string) =>
  `---\nname: ${name}\ndescription: ${description}\n---\nDo ${name} well.`;
mkdirSync(join(folder, "skills", "invoice"), { recursive: true });
writeFileSync(join(folder, "skills", "invoice", "SKILL.md"), skillText("invoice", "How to write an invoice."));
const skills = { folders: [join(folder, "skills")] };
const eras: readonly (readonly [string, ClientOptions])[] = [
  ["2025", { versionNegotiation: { mode: "legacy" } }],
  ["2026", { versionNegotiation: { mode: { pin: "2026-07-28" } } }],
];

async function textOf(client: Client, name: string, input: Record<string, unknown>): Promise<string> {
  return JSON.stringify(await client.callTool({ name, arguments: input }));
}

async function upstreamsOf(api: StrictMessagesApi): Promise<NonNullable<GatewayConfig["upstreams"]>> {
  const url = await serve(({ method, path, headers, body }) => {
    const own = { method, headers: headers as Record<string, string>, ...(body === "" ? {} : { body }) };
    return api.fetch(new Request(`http://api.test${path}`, own));
  });
  return { up: { dialect: "anthropic", url, apiKey: "k" } };
}

async function askForInvoice(url: string, key = "k"): Promise<string> {
  const response = await fetch(`${url}/v1/messages`, {
    method: "POST",
    headers: { "x-api-key": key, "anthropic-version": "2023-06-01", "content-type": "application/json" },
    body: JSON.stringify({
      model: "claude-sonnet-5-5",
      max_tokens: 1000,
      messages: [{ role: "user", content: "Please write an invoice." }],
    }),
  });
  return response.text();
}

describe("skills of the config, for a client that knows nothing about them", () => {
  it("E14: reach the model at /v1/messages, and not the client", async () => {
    const api = createStrictMessagesApi((_body, number): WireBlock[] => {
      if (number === 1)
        return [{ type: "tool_use", id: "toolu_1", name: "DiscoverSkills", input: { query: "invoice" } }];
      if (number === 2) return [{ type: "tool_use", id: "toolu_2", name: "Skill", input: { name: "invoice" } }];
      return [{ type: "text", text: "Done." }];
    });
    const { url } = await openOffice(folder, { skills, upstreams: await upstreamsOf(api) });
    const text = await askForInvoice(url);

    expect(api.rejected).toEqual([]);
    expect(JSON.parse(text)).toMatchObject({ content: [{ type: "text", text: "Done." }], stop_reason: "end_turn" });
    expect(text).not.toMatch(/skill/i);
    expect(JSON.stringify(api.accepted[0]?.body.messages)).toContain("- invoice: How to write an invoice.");
    expect(JSON.stringify(api.accepted[2]?.body.messages)).toContain("Do invoice well.");
    expect(api.accepted[2]?.cachedTokens).toBe(api.accepted[1]?.promptTokens);
  });

  it.each(eras)(
    "E14: are shown, found and loaded at /mcp, with a client of the protocol of %s",
    async (_era, options) => {
      const { connect } = await openOffice(folder, { skills });
      const client = await connect(undefined, options);

      expect(client.getInstructions()).toContain("discover_skills finds more");
      expect(await textOf(client, "search_tools", { query: "write an invoice" })).toContain("- invoice: How to write");
      expect(await textOf(client, "discover_skills", { query: "invoice" })).toContain("- invoice: How to write");
      expect(await textOf(client, "load_skill", { name: "invoice" })).toContain("Do invoice well.");
    },
  );

  it.each(eras)(
    "E14.4: a remote one is loaded at /mcp once it was discovered, with a client of %s",
    async (_era, options) => {
      const site = await serve(() => Promise.resolve(new Response(skillText("translate", "How to translate a text."))));
      const { connect } = await openOffice(folder, { skills: { urls: [`${site}/SKILL.md`] } });
      const client = await connect(undefined, options);

      expect(await textOf(client, "load_skill", { name: "translate" })).toContain("was not discovered");
      await textOf(client, "discover_skills", { query: "translate" });
      expect(await textOf(client, "load_skill", { name: "translate" })).toContain("Do translate well.");
    },
  );

  it("E1.0: are available at both endpoints only to keys whose rules allow them, from the next request on", async () => {
    const deny = [{ action: "deny", name: "Skill", arguments: { name: "inv*" } }];
    const { keys, of } = keysWith({ staff: [], guest: deny });
    const api = createStrictMessagesApi((): WireBlock[] => [{ type: "text", text: "Done." }]);
    const config = { skills, keys, upstreams: await upstreamsOf(api) };
    const { url, connect, serving } = await openOffice(folder, config);
    const isShown = async (name: string) => {
      await askForInvoice(url, of[name]?.key);
      return JSON.stringify(api.accepted.at(-1)?.body).includes("- invoice: How to write an invoice.");
    };
    const [staff, guest] = [await connect(of["staff"]), await connect(of["guest"])];
    const load = (client: Client) => textOf(client, "load_skill", { name: "invoice" });

    expect([await isShown("staff"), await isShown("guest")]).toEqual([true, false]);
    expect(await load(staff)).toContain("Do invoice well.");
    expect(await load(guest)).not.toContain("Do invoice well.");
    expect((await guest.listTools()).tools.map(({ name }) => name)).not.toContain("load_skill");
    await serving.reload({ ...config, settings: { policy: deny as NonNullable<Settings["policy"]> } });
    expect([await isShown("staff"), await load(staff)]).toEqual([
      false,
      expect.not.stringContaining("Do invoice well."),
    ]);
  });

  it("follow a reloaded config", async () => {
    const { connect, serving } = await openOffice(folder, {});
    const client = await connect();
    expect((await client.listTools()).tools.map(({ name }) => name)).not.toContain("load_skill");

    await serving.reload({ skills });
    expect(await textOf(client, "load_skill", { name: "invoice" })).toContain("Do invoice well.");
    await serving.reload({});
    expect(await textOf(client, "load_skill", { name: "invoice" })).not.toContain("Do invoice well.");
  });
});
