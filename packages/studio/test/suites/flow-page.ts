import type { FlowStep } from "@toolcrib/gateway";
import { describe, expect, it } from "vitest";
import { clientSearch, playConversation } from "../support/conversations.ts";
import { makeTrace } from "../support/make-trace.ts";
import { startRecordedGateway } from "../support/recorded-gateway.ts";
import { arrowNames, eventually, type Scene, showAllSteps } from "../support/scene.ts";

export function describeFlowPage(scene: () => Scene): void {
  describe("the flow page", () => {
    it("says what to do while there is no traffic, and shows a request as it comes in", async () => {
      const { stage } = scene();
      const gateway = await startRecordedGateway({ traces: [], pageFolder: stage.pageFolder });
      const { page, problems, close } = await stage.open(`${gateway.url}/studio#/flow`);
      await page.getByText(`ENABLE_TOOL_SEARCH=true ANTHROPIC_BASE_URL=${gateway.url} claude`).waitFor();
      await eventually(() => page.getByRole("region", { name: "Flow" }).getByRole("link").count()).toBe(4);

      gateway.add(makeTrace());

      await page.getByRole("option", { name: /claude-sonnet-5-5/ }).waitFor();
      await page.locator('.arrow[data-step="1"]:not(.to-come)').waitFor();
      expect(problems).toEqual([]);
      await close();
      await gateway.close();
    });

    it("shows the eleven steps of an MCP toolset that a real server answered", async () => {
      const { stage, gateway } = scene();
      const { page, problems, close } = await stage.open(`${gateway.url}/studio#/flow`);
      await page.getByRole("option", { name: /MCP toolset/ }).click();
      await showAllSteps(page);

      await eventually(() => arrowNames(page)).toEqual([
        "1. Request with 3 tools, Client to Gateway",
        "2. Forward with 3 tools, Gateway to Model",
        "3. Search call, Model to Gateway",
        "4. Look up (bm25), Gateway to Catalogue",
        "5. 3 found, Catalogue to Gateway",
        "6. Result into context, Gateway to Model",
        "7. Call of everything_get-sum, Model to Gateway",
        "8. Call get-sum, Gateway to MCP server",
        "9. Result of get-sum, MCP server to Gateway",
        "10. Result into context, Gateway to Model",
        "11. Answer, Model to Gateway",
        "12. Answer, Gateway to Client",
      ]);
      expect(problems).toEqual([]);
      await close();
    });

    it("runs live: a conversation of the real SDK appears while the page is open", async () => {
      const { stage, gateway } = scene();
      const { page, close } = await stage.open(`${gateway.url}/studio#/flow`);
      await page.getByRole("option").first().waitFor();

      await playConversation(gateway, clientSearch);

      await page
        .getByRole("option", { name: /client search/ })
        .nth(2)
        .waitFor();
      await showAllSteps(page);
      await eventually(() => arrowNames(page)).toHaveLength(18);
      const names = await arrowNames(page);
      expect(names).toContain("2. Forward with 3 tools, Gateway to Model");
      expect(names).toContain("5. Client answers the call, Client to Client");
      expect(names).toContain("10. Call of create_issue, Model to Gateway");
      await close();
    });

    it("goes to the request that another page links to, and shows its own facts", async () => {
      const { stage } = scene();
      const traces = [1, 2, 3].map((number) =>
        makeTrace({
          id: `req_${number}`,
          startedAt: `2026-11-15T10:00:0${number}Z`,
          milliseconds: { total: 1_000 * number, own: 1, upstream: 1 },
        }),
      );
      const gateway = await startRecordedGateway({ traces: traces.toReversed(), pageFolder: stage.pageFolder });
      const { page, close } = await stage.open(`${gateway.url}/studio#/budget`);
      const chosen = () => page.locator('[role="option"][aria-selected="true"]').getAttribute("data-key");

      await page.getByRole("link", { name: "Flow of turn 2" }).click();
      await page.getByRole("definition").getByText("2 s, ours").waitFor();
      await eventually(chosen).toBe("req_2");

      await page.locator('[data-key="req_1"]').click();
      await page.getByRole("definition").getByText("1 s, ours").waitFor();
      // The position is the end of the request: its answer.
      await eventually(() => page.locator(".player-position").textContent()).toBe("4 / 12");
      await close();
      await gateway.close();
    });

    it("moves the position and the list to the step that is clicked, and shows an answer as text", async () => {
      const { stage, gateway } = scene();
      const { page, close } = await stage.open(`${gateway.url}/studio#/flow`);
      const selected = () => page.locator('#traces [aria-selected="true"]').textContent();
      await page.getByRole("option", { name: /Bake bread.*turn 2/ }).click();
      await page.locator('[data-request="2"]').waitFor();

      await page.locator('.arrow[data-step="2"]').click();
      await eventually(() => page.locator(".player-position").textContent()).toMatch(/^2 \/ /);
      await eventually(selected).toMatch(/Bake bread.*turn 1/);
      await eventually(() => page.locator(".arrow.to-come").count()).toBeGreaterThan(5);

      await showAllSteps(page);
      await eventually(selected).toMatch(/Bake bread.*turn 2/);
      const words = page.getByRole("region", { name: "In words" });
      await words.getByText("The team knows that you are late.", { exact: false }).waitFor();
      await page.getByRole("button", { name: "JSON", exact: true }).click();
      await page.getByRole("region", { name: "Protocol data" }).waitFor();
      await close();
    });

    it("draws arrows beside their labels, returns dashed, and each kind in its colour", async () => {
      const { stage, gateway } = scene();
      const { page, close } = await stage.open(`${gateway.url}/studio#/flow/sample:mcp-toolset`);
      await showAllSteps(page);

      const rows = await page.locator(".arrow").evaluateAll((arrows) =>
        arrows.map((arrow) => {
          const line = arrow.querySelector(".arrow-line") as Element;
          const label = (arrow.querySelector(".step-text") as Element).getBoundingClientRect();
          const lanes = (arrow.querySelector(".lanes") as Element).getBoundingClientRect();
          const { stroke, strokeDasharray } = getComputedStyle(line);
          return { stroke, isDashed: strokeDasharray !== "none", isApart: label.right <= lanes.left };
        }),
      );
      expect(rows.every(({ isApart }) => isApart)).toBe(true);
      expect(rows.map(({ isDashed }) => (isDashed ? "-" : ".")).join("")).toBe("..-.-.-.-.--");
      const [plain, , search] = rows;
      expect(new Set([plain, search, rows[7], rows[9]].map((row) => row?.stroke)).size).toBe(4);
      await close();
    });

    it("shows the exact data of both sides: what the client sent and what the upstream got", async () => {
      const { stage, gateway } = scene();
      const { page, close } = await stage.open(`${gateway.url}/studio#/flow`);
      await page.getByRole("option", { name: /MCP toolset/ }).click();
      await showAllSteps(page);
      await page.locator('.arrow[data-step="2"]').click();
      const copied = async () => {
        await page.getByRole("button", { name: "Copy JSON" }).click();
        await page.getByRole("button", { name: "Copied" }).waitFor();
        return JSON.parse(await page.evaluate(() => navigator.clipboard.readText())) as Record<string, unknown>;
      };

      await page.getByRole("tab", { name: "Went up" }).click();
      const wentUp = await copied();
      await page.getByRole("tab", { name: "Client sent" }).click();
      await page.getByRole("button", { name: "Copy JSON" }).waitFor();
      const clientSent = await copied();

      expect(wentUp).toEqual(gateway.model.accepted[0]?.body);
      expect(JSON.stringify(wentUp)).not.toContain("mcp_toolset");
      expect(clientSent["mcp_servers"]).toEqual([{ type: "url", name: "everything" }]);
      await close();
    });

    it.each(["Client search", "Server search", "MCP toolset", "Injected"])(
      "plays the sample %s with no traffic at all",
      async (title) => {
        const { stage } = scene();
        const gateway = await startRecordedGateway({ traces: [], pageFolder: stage.pageFolder });
        const { page, problems, close } = await stage.open(`${gateway.url}/studio#/flow`);

        await page.getByRole("button", { name: title }).click();
        await page.locator('.arrow[data-step="1"]:not(.to-come)').waitFor();
        await showAllSteps(page);

        expect((await arrowNames(page)).length).toBeGreaterThanOrEqual(12);
        expect(problems).toEqual([]);
        await close();
        await gateway.close();
      },
    );

    it("shows a program with its code, its calls and where it waited", async () => {
      const { stage } = scene();
      const code = "const order = await tools.get_order({ id: 7 });\nreturn order.total;";
      const call = { type: "tool_use", name: "get_order", input: { id: 7 } };
      const [ask, run, waits, goesOn, ends] = [
        { from: "client", to: "gateway", title: "Request with 2 tools" },
        { from: "gateway", to: "program", title: "Run program", payload: { code } },
        { from: "program", to: "gateway", title: "Waits for get_order", payload: [call] },
        { from: "gateway", to: "program", title: "Continue with 1 result", payload: [] },
        { from: "program", to: "gateway", title: "Program ends", payload: [{ type: "text", text: "42" }] },
      ] as const;
      const timed = (...steps: readonly Omit<FlowStep, "at">[]) => steps.map((step, at) => ({ ...step, at }));
      const first = makeTrace({ id: "req_1", stopReason: "tool_use", flow: timed(ask, run, waits) });
      const later = { id: "req_2", startedAt: "2026-11-15T10:00:09Z", flow: timed(ask, goesOn, ends) };
      const traces = [makeTrace(later), first];
      const gateway = await startRecordedGateway({ traces, pageFolder: stage.pageFolder });
      const { page, problems, close } = await stage.open(`${gateway.url}/studio#/flow`);
      await showAllSteps(page);

      expect(await arrowNames(page)).toEqual([
        "1. Request with 2 tools, Client to Gateway",
        "2. Run program, Gateway to Program",
        "3. Waits for get_order, Program to Gateway",
        "4. Client answers the call, Client to Client",
        "5. Request with 2 tools, Client to Gateway",
        "6. Continue with 1 result, Gateway to Program",
        "7. Program ends, Program to Gateway",
      ]);
      const words = page.getByRole("region", { name: "In words" });
      await page.locator('.arrow[data-step="2"]').click();
      await eventually(() => words.locator("pre").textContent()).toBe(code);
      await page.locator('.arrow[data-step="3"]').click();
      await words.getByText("call of get_order").waitFor();
      expect(problems).toEqual([]);
      await close();
      await gateway.close();
    });

    it("says how to turn content capture on if data was not kept", async () => {
      const { stage } = scene();
      const gateway = await startRecordedGateway({ traces: [makeTrace()], pageFolder: stage.pageFolder });
      const { page, close } = await stage.open(`${gateway.url}/studio#/flow`);
      await showAllSteps(page);

      await page.getByText('"trace": { "captureContent": true }').waitFor();
      await close();
      await gateway.close();
    });

    it("shows text of tools and models as text, never as HTML", async () => {
      const { stage } = scene();
      const evil = "<img src=x onerror='window.wasRun = true'><script>window.wasRun = true</script>";
      const flow = [{ at: 0, from: "client" as const, to: "gateway" as const, title: evil, payload: { text: evil } }];
      const traces = [makeTrace({ model: evil, conversation: evil, flow, warnings: [evil] })];
      const gateway = await startRecordedGateway({ traces, pageFolder: stage.pageFolder });
      const { page, close } = await stage.open(`${gateway.url}/studio#/flow`);
      await showAllSteps(page);

      await page.getByRole("region", { name: "Protocol data" }).getByText("onerror").waitFor();
      await eventually(() => page.locator("img").count()).toBe(0);
      expect(await page.evaluate(() => "wasRun" in window)).toBe(false);
      await close();
      await gateway.close();
    });
  });
}
