import type { Door } from "./door.ts";
import { ranHere } from "./front-doors.ts";
import { bash, clientTools, deliveredCalls, post } from "./message-doors.ts";
import { ask } from "./toolset-doors.ts";

const entry = { type: "code_execution_20260120", name: "code_execution" };
const byPrograms = { allowed_callers: [entry.type] };
const bodyWith = (tools: readonly object[]) => ({
  model: "bridge-model",
  max_tokens: 1000,
  tools: [entry, bash, ...tools],
  messages: [{ role: "user", content: "Tidy up." }],
});
const withClientTools = bodyWith(clientTools.map((tool) => ({ ...tool, ...byPrograms })));
const withToolset = bodyWith([
  { type: "mcp_toolset", mcp_server_name: "office", default_config: { ...byPrograms, defer_loading: true } },
]);
const looking = `const found = [];
  for (const query of ["get rid of paper", "note", "zzz"]) found.push(await search(query, 50));
  const described = await describe("office_shed_note").catch(({ message }) => message);
  return [Object.keys(tools), found, described];`;

/** Programs, which call tools by themselves: those of the client, and those of a server, which the gateway runs. */
export const programDoors: readonly Door[] = [
  {
    name: "programs",
    tell: async (visit) => {
      const code = "console.log(Object.keys(tools).join(), String(tools.mcp__office__shed_note))";
      visit.model.play([{ name: "code_execution", input: { code } }], "Done.");
      const answer = await post(visit, "/v1/messages", withClientTools);
      return JSON.stringify([visit.model.sent(), answer]);
    },
    call: async (visit, tool, path) => {
      const name = `mcp__office__${tool}`;
      const code = `await tools["${name}"](${JSON.stringify({ path })});`;
      visit.model.play([{ name: "code_execution", input: { code } }], "Done.");
      return deliveredCalls(await post(visit, "/v1/messages", withClientTools), name);
    },
  },
  {
    name: "programs with a toolset",
    tell: async (visit) => {
      visit.model.play([{ name: "code_execution", input: { code: looking } }], "Done.");
      const answer = await ask(visit, withToolset);
      return JSON.stringify([visit.model.sent(), answer]);
    },
    call: async (visit, tool, path) => {
      const code = `await tools["office_${tool}"](${JSON.stringify({ path })});`;
      visit.model.play([{ name: "code_execution", input: { code } }], "Done.");
      await ask(visit, withToolset);
      return ranHere(visit, tool);
    },
  },
];
