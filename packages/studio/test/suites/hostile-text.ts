import type {
  AdminApiAccess,
  AdminApiAudit,
  AdminApiAuditVerification,
  AdminApiCatalogue,
  AdminApiHealth,
  AdminApiLogins,
  AdminApiQuotas,
  AdminApiSavings,
} from "@toolcrib/gateway";
import { describe, expect, it } from "vitest";
import { pageNames } from "../../src/page/studio/routes.ts";
import { makeTrace } from "../support/make-trace.ts";
import { emptyHealth, emptySavings, emptySummary, startRecordedGateway } from "../support/recorded-gateway.ts";
import { eventually, type Scene } from "../support/scene.ts";

/** Half of a surrogate pair, markup, and a word that is wider than any screen. */
const evil = `\ud800<img src=x onerror='window.wasRun = true'><script>window.wasRun = true</script>${"synchronise_every_record_".repeat(15)}`;

const catalogue: AdminApiCatalogue = {
  tools: [{ name: evil, description: evil, server: evil, rule: evil, input_schema: { type: "object", [evil]: evil } }],
};
const health: AdminApiHealth = {
  ...emptyHealth,
  upstreams: [{ name: evil, dialect: evil, url: `javascript:${evil}`, refused: [] }],
  servers: [{ name: evil, state: evil, reason: evil, log: [evil] }],
};
const savings: AdminApiSavings = {
  ...emptySavings,
  total: { ...emptySummary, requests: 1 },
  upstreams: [{ name: evil, calls: 1, medianMilliseconds: 1, p95Milliseconds: 1 }],
  conversations: [
    { ...emptySummary, conversation: evil, model: evil, key: evil, firstAt: evil, lastAt: evil, requests: 1 },
  ],
};
const search = {
  kind: "server",
  query: evil,
  ranker: "hybrid",
  searched: 1,
  hits: [],
  miss: evil,
  milliseconds: 1,
} as const;
const traces = [
  makeTrace({
    model: evil,
    conversation: evil,
    client: evil,
    loaderReason: evil,
    warnings: [evil],
    searches: [search],
    toolCalls: [{ server: evil, tool: evil, isError: true, milliseconds: 1 }],
    tools: { received: 1, eager: 0, deferred: 1, sent: 1, found: [evil] },
    error: { type: evil, message: evil },
  }),
];

const access: AdminApiAccess = {
  organisations: [
    {
      name: evil,
      teams: [{ name: evil }],
      users: [{ name: evil, teams: [evil], role: "member", isDisabled: true }],
      keys: [
        {
          id: "key_1",
          name: evil,
          team: evil,
          user: evil,
          role: "member",
          createdAt: 0,
          expiresAt: 1,
          secretCount: 2,
        },
      ],
      grants: [{ id: "grant_1", to: { kind: "team", name: evil }, rule: { action: "deny", name: evil, server: evil } }],
    },
  ],
};

const [at, previous] = ["2026-11-15T10:00:00.000Z", "0".repeat(64)];
const lines = [
  {
    kind: "call",
    request: evil,
    door: evil,
    organisation: evil,
    key: evil,
    user: evil,
    teams: [evil],
    server: evil,
    tool: evil,
    by: "gateway",
    outcome: "refused",
    refusal: evil,
    arguments: { sha256: evil, value: { [evil]: evil } },
  },
  { kind: "change", door: evil, key: evil, organisation: evil, change: { change: evil, key: evil }, outcome: "ok" },
  { kind: "change", door: evil, change: { change: "create-key", key: evil }, outcome: evil, refusal: evil },
].map((content, index) => JSON.stringify({ sequence: 3 - index, previous, record: "r", at, ...content }));
const audit: AdminApiAudit = { retentionDays: 1, publicKey: null, lines, next: null };
const verification: AdminApiAuditVerification = {
  lines: 3,
  first: 1,
  last: 3,
  lastHash: evil,
  signedCheckpoints: 0,
  unsignedLines: 3,
  lostCalls: 0,
  problems: [{ sequence: 1, problem: evil }],
  next: null,
};
const quotas: AdminApiQuotas = {
  quotas: [{ name: evil, window: "day", requests: 1, key: evil }],
  usage: [{ name: evil, unit: "requests", of: { key: evil }, used: 1, limit: 1, window: "day", resetsAt: evil }],
};
const logins: AdminApiLogins = {
  logins: [{ organisation: evil, user: evil, server: evil, connectedAt: evil }],
  next: null,
};

export function describeHostileText(scene: () => Scene): void {
  describe("text of strangers", () => {
    it.each(pageNames)("is shown as text on the page %s: it creates no element and runs nothing", async (name) => {
      const { stage } = scene();
      const gateway = await startRecordedGateway({
        traces,
        catalogue,
        health,
        savings,
        access,
        audit,
        verification,
        quotas,
        logins,
        pageFolder: stage.pageFolder,
      });
      const { page, close } = await stage.open(`${gateway.url}/studio#/${name}`);
      await page.getByRole("main").waitFor();
      if (name !== "search") await page.getByText("onerror", { exact: false }).first().waitFor({ state: "attached" });

      await eventually(() => page.locator("img, body script").count()).toBe(0);
      await eventually(() => page.locator('[href^="javascript:"]').count()).toBe(0);
      expect(await page.evaluate(() => "wasRun" in window)).toBe(false);
      expect(await page.getByText("This page cannot be shown.").count()).toBe(0);
      // Nothing is wider than the page.
      await eventually(() =>
        page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
      ).toBe(0);
      await close();
      await gateway.close();
    });

    it("that a page cannot show leaves the other pages usable", async () => {
      const { stage } = scene();
      const [organisation] = access.organisations;
      const keys = organisation?.keys.map((key) => ({ ...key, expiresAt: Number.MAX_VALUE })) ?? [];
      const gateway = await startRecordedGateway({
        traces: [],
        access: { organisations: [{ ...organisation, keys }] } as AdminApiAccess,
        pageFolder: stage.pageFolder,
      });
      const { page, close } = await stage.open(`${gateway.url}/studio#/access`);

      await page.getByText("This page cannot be shown.").waitFor();
      await page.getByRole("button", { name: "Try again" }).click();
      await page.getByText("This page cannot be shown.").waitFor();
      await page.getByRole("navigation").getByRole("link", { name: "Overview" }).click();
      await page.getByRole("heading", { name: "Overview" }).waitFor();
      expect(await page.getByText("This page cannot be shown.").count()).toBe(0);
      await close();
      await gateway.close();
    });
  });
}
