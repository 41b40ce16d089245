import { waitForHook } from "@workflow/vitest";
import { expect, it } from "vitest";
import { resumeHook, start } from "workflow/api";
import { getWorld } from "workflow/runtime";
import { askOffice } from "./office-workflow.ts";

it("keeps what was found over steps, a suspension, and a second run", async () => {
  const first = await start(askOffice, [[{ role: "user", content: "How is the weather in Oslo?" }]]);
  const hook = await waitForHook(first);
  expect(await first.status).toBe("running");
  await resumeHook(hook.token, "Yes.");
  const { text, messages } = await first.returnValue;
  expect(text).toBe("It rains, and it is cold.");

  // Every call of the model, the search and the tool is a step of its own, whose arguments and result are stored.
  const { data: steps } = await (await getWorld()).steps.list({ runId: first.runId });
  const names = steps.map(({ stepName }) => stepName.split("//").at(-1)).toSorted();
  expect(names).toEqual([...Array(5).fill("doStreamStep"), "forecast", "search", "search"]);

  const second = await start(askOffice, [[...messages, { role: "user", content: "And in Bergen?" }]]);
  const answer = await second.returnValue;
  expect(answer.text).toBe("It rains there, too.");
  expect(JSON.stringify(answer.messages)).toContain("It rains in Bergen.");
});
