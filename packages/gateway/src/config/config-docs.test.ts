import { readFile } from "node:fs/promises";
import { isUserServer, readConfigValue } from "@toolcrib/mcp/config";
import { expect, it } from "vitest";
import { clientDialects } from "../dialects/client-dialects.ts";
import { builtInPrices } from "../savings/built-in-prices.ts";
import { createMetrics } from "../trace/metrics.ts";
import { configJsonSchema, parseConfig } from "./config-schema.ts";

const readDocs = (name: string): Promise<string> =>
  readFile(new URL(`../../../../docs/${name}`, import.meta.url), "utf8");

it("docs/gateway.md shows valid configs", async () => {
  const examples = [...(await readDocs("gateway.md")).matchAll(/```json\n([\s\S]*?)```/g)].map(
    ([, text]) => text ?? "",
  );

  expect(examples).toHaveLength(2);
  for (const example of examples) expect(parseConfig(JSON.parse(example))).toBeTypeOf("object");
});

it("docs/access.md shows a valid config with every field of oidc in its table", async () => {
  const text = await readDocs("access.md");
  const [, example = ""] = /```json\n([\s\S]*?)```/.exec(text) ?? [];
  const { properties } = configJsonSchema() as { properties: { oidc: { properties: object } } };

  expect(parseConfig(JSON.parse(example)).oidc?.organisation).toBe("acme");
  for (const field of Object.keys(properties.oidc.properties))
    expect(text).toMatch(new RegExp(`^\\|.*\`${field}\`.*\\|`, "m"));
});

it("docs/user-logins.md shows a valid config with servers that use logins of users", async () => {
  const [, example = ""] = /```json\n([\s\S]*?)```/.exec(await readDocs("user-logins.md")) ?? [];
  const config = parseConfig(JSON.parse(example));
  const environment = { CRM_CLIENT_SECRET: "secret" };

  const { entries, problems } = readConfigValue(config, "toolcrib.json", { environment });

  expect(problems).toEqual([]);
  expect(entries.filter(isUserServer).map(({ name }) => name)).toEqual(["linear", "crm"]);
});

it("docs/savings.md shows a valid price table, and the date of the built-in one", async () => {
  const text = await readDocs("savings.md");
  const [, example = ""] = /```json\n([\s\S]*?)```/.exec(text) ?? [];

  expect(parseConfig(JSON.parse(example)).prices?.models).toHaveLength(2);
  expect(text).toContain(`as of ${builtInPrices.asOf}`);
});

it("docs/gateway.md lists the API's endpoints that are not served, with the same reasons", async () => {
  const text = await readDocs("gateway.md");

  for (const [path, reason] of clientDialects.flatMap((dialect) => [...dialect.notServed]))
    expect(text).toContain(`| \`${path}\` | ${reason} |`);
});

it("docs/admin-api.md lists every metric, and no other", async () => {
  const named = (await readDocs("admin-api.md")).match(/toolcrib_[a-z_]+/g) ?? [];
  const text = await createMetrics({
    admission: { count: 0, bodyBytes: 0 },
    connections: { count: 0 },
    storeWait: { late: 0 },
    writers: () => [],
  }).text();
  const made = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name);

  expect(named.toSorted()).toEqual(made.toSorted());
});
