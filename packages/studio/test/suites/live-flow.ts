import { afterEach, describe, expect, it } from "vitest";
import { type Conversation, playConversation, serverSearch } from "../support/conversations.ts";
import { makeTrace, makeTraces } from "../support/make-trace.ts";
import { startRecordedGateway } from "../support/recorded-gateway.ts";
import { arrowNames, eventually, type Scene, showAllSteps } from "../support/scene.ts";

const geocoding: Conversation = {
  ...serverSearch,
  request: { ...serverSearch.request, messages: [{ role: "user", content: "Where on the map is the office?" }] },
  script: [
    { search: "address to coordinates" },
    { call: "mcp__maps__geocode", input: { address: "1 Main Street" } },
    { say: "It is in the north." },
  ],
  answer: () => "60, 25",
};
const beforeTheModelAnswers = [
  "1. Request with 37 tools, Client to Gateway",
  "2. Forward with 3 tools, Gateway to Model",
];
const untilItIsAskedAgain = [
  ...beforeTheModelAnswers,
  "3. Search call, Model to Gateway",
  "4. Look up (bm25), Gateway to Catalogue",
  "5. 1 found, Catalogue to Gateway",
  "6. Result into context, Gateway to Model",
];

export function describeLiveFlow(scene: () => Scene): void {
  describe("a request that runs", () => {
    afterEach(() => scene().gateway.model.answerAll());

    it("is drawn step by step while it runs", async () => {
      const { stage, gateway } = scene();
      const { page, problems, close } = await stage.open(`${gateway.url}/studio#/flow`);
      await page.getByRole("status").getByText("live").waitFor();
      gateway.model.hold();

      const answer = playConversation(gateway, geocoding);
      await page.getByRole("option", { name: /running.*Forward with/, selected: true }).waitFor();
      await page.locator('[data-waiting="model"]').waitFor();
      await eventually(() => arrowNames(page)).toEqual(beforeTheModelAnswers);

      await gateway.model.answerOne();
      await page.locator('.arrow[data-step="6"]:not(.to-come)').waitFor();
      await eventually(() => arrowNames(page)).toEqual(untilItIsAskedAgain);
      await page.getByRole("option", { name: /running/ }).waitFor();

      gateway.model.answerAll();
      expect(await answer).toBe("It is in the north.");
      await page.getByRole("option", { name: /running/ }).waitFor({ state: "detached" });
      await showAllSteps(page);
      expect((await arrowNames(page)).slice(0, 6)).toEqual(untilItIsAskedAgain);
      await eventually(() => page.locator("[data-waiting]").count()).toBe(0);
      expect(problems).toEqual([]);
      await close();
    });

    it("is shown on a page that is opened meanwhile, and can be selected and inspected", async () => {
      const { stage, gateway } = scene();
      gateway.model.hold();
      const answer = playConversation(gateway, { ...geocoding, script: [{ search: "coordinates" }, { say: "Done." }] });
      await gateway.model.answerOne();

      const { page, problems, close } = await stage.open(`${gateway.url}/studio#/flow`);
      await page.getByRole("option", { name: /running/ }).click();
      await page.locator('.arrow[data-step="1"]').click();
      await page.getByRole("heading", { name: /^1\. Request with/ }).waitFor();

      gateway.model.answerAll();
      await answer;
      await page.getByRole("option", { name: /running/ }).waitFor({ state: "detached" });
      await page.getByRole("heading", { name: /^1\. Request with/ }).waitFor();
      expect(problems).toEqual([]);
      await close();
    });
  });

  describe("traffic that comes in", () => {
    it("keeps showing a request that somebody is viewing", async () => {
      const { stage } = scene();
      const gateway = await startRecordedGateway({ traces: makeTraces(3), pageFolder: stage.pageFolder });
      const { page, close } = await stage.open(`${gateway.url}/studio#/flow`);
      await page.locator('.arrow[data-step="2"]').click();
      await page.getByRole("checkbox", { name: "follow", checked: false }).waitFor();

      gateway.add(makeTrace({ id: "new", conversation: "new", startedAt: "2026-11-16T00:00:00Z" }));
      await page.getByRole("option").nth(3).waitFor();

      // The step belongs to the oldest of the three, which is the last of four now.
      await eventually(() => page.locator('[aria-selected="true"][role="option"]').getAttribute("aria-posinset")).toBe(
        "4",
      );
      await page.getByRole("heading", { name: /^2\./ }).waitFor();
      await close();
      await gateway.close();
    });

    it("keeps the speed and keeps up with requests that come at once", async () => {
      const { stage } = scene();
      const gateway = await startRecordedGateway({ traces: [], pageFolder: stage.pageFolder });
      const { page, close } = await stage.open(`${gateway.url}/studio#/flow`);
      const add = (id: string, second: number) =>
        gateway.add(makeTrace({ id, conversation: id, model: id, startedAt: `2026-11-16T00:00:0${second}Z` }));
      add("first", 1);
      await page.getByRole("option", { name: /first/, selected: true }).waitFor();
      await page.getByLabel("Speed").selectOption("4");

      for (const [index, id] of ["second", "third", "fourth"].entries()) add(id, index + 2);

      await page.getByRole("option", { name: /fourth/, selected: true }).waitFor();
      // Finished requests are drawn at once, not played.
      expect(await page.locator(".player-position").textContent()).toBe("4 / 4");
      await eventually(() => page.getByLabel("Speed").inputValue()).toBe("4");
      await close();
      await gateway.close();
    });

    it("keeps showing the budget of a conversation that somebody is viewing", async () => {
      const { stage } = scene();
      const gateway = await startRecordedGateway({ traces: [makeTrace()], pageFolder: stage.pageFolder });
      const { page, close } = await stage.open(`${gateway.url}/studio#/budget`);
      await page.getByRole("option", { selected: true }).waitFor();

      gateway.add(makeTrace({ id: "new", conversation: "new", model: "another", startedAt: "2026-11-16T00:00:00Z" }));
      await page.getByRole("option", { name: /another/ }).waitFor();

      await eventually(() => page.getByRole("option", { selected: true }).textContent()).toContain("claude-sonnet-5-5");
      await close();
      await gateway.close();
    });

    it("does not move a row that somebody is reading", async () => {
      const { stage } = scene();
      const gateway = await startRecordedGateway({ traces: makeTraces(200), pageFolder: stage.pageFolder });
      const { page, close } = await stage.open(`${gateway.url}/studio#/flow/req_000200`);
      await page.locator('[role="option"][aria-setsize="200"]').first().waitFor();
      const list = page.locator("#traces");
      await list.evaluate((element) => element.scrollTo(0, 2_010));
      const topOf = () =>
        page.locator('[role="option"][data-key="req_000160"]').evaluate((row) => row.getBoundingClientRect().top);
      const before = await topOf();

      for (let added = 1; added <= 3; added++) {
        const id = `new_${added}`;
        gateway.add(makeTrace({ id, conversation: id, startedAt: `2026-11-16T00:00:0${added}Z` }));
      }
      await page.locator('[role="option"][aria-setsize="203"]').first().waitFor();

      await eventually(topOf).toBe(before);
      await close();
      await gateway.close();
    });
  });
}
