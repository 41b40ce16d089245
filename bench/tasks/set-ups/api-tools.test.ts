import { expect, it } from "vitest";
import { type Material, runTasks } from "../run/run-tasks.ts";
import { call, scripted } from "../testing/scripted-steps.ts";
import { createTinyWorld, issueTask, tinyServices, tinyTasks } from "../testing/tiny-world.ts";
import { setUpNamed } from "./set-ups.ts";

const material: Material = { services: tinyServices, tasks: tinyTasks, createWorld: createTinyWorld };
const issue = "mcp__github__create_issue";
const input = { repo: "docs", title: "Broken link" };
const program = `console.log(await tools["${issue}"](${JSON.stringify(input)}));`;

it.each([
  {
    name: "api-search",
    steps: [
      call("tool_search_tool_bm25", { query: "open issue" }),
      call("call_tool", { name: issue, arguments: input }),
    ],
    searches: 1,
  },
  {
    name: "programs",
    steps: [call("code_execution", { code: `await search("open issue"); ${program}` })],
    searches: 0,
  },
  { name: "programs-injected", steps: [call("code_execution", { code: program })], searches: 0 },
])("$name does a task", async ({ name, steps, searches }) => {
  const player = scripted(...steps, { text: "Opened." });
  const [result] = await runTasks(material, { setUps: [setUpNamed(name)], tasks: [issueTask], player });

  expect(result).toMatchObject({ problems: [], refusals: [], searches, failedCalls: 0 });
  expect(result?.calls).toHaveLength(steps.length + 1);
});
