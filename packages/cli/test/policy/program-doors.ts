import type { Door } from "./door.ts";
import { bash, clientTools, deliveredCalls, post } from "./message-doors.ts";

const tools = [
  { type: "code_execution_20260120", name: "code_execution" },
  bash,
  ...clientTools.map((tool) => ({ ...tool, allowed_callers: ["code_execution_20260120"] })),
];
const body = {
  model: "bridge-model",
  max_tokens: 1000,
  tools,
  messages: [{ role: "user", content: "Tidy up." }],
};

/** Programs, which call tools by themselves. */
export const programDoor: Door = {
  name: "programs",
  tell: async (visit) => {
    const code = "console.log(Object.keys(tools).join(), String(await Promise.resolve(tools.mcp__office__shed_note)))";
    visit.model.play([{ name: "code_execution", input: { code } }], "Done.");
    const answer = await post(visit, "/v1/messages", body);
    return JSON.stringify([visit.model.sent(), answer]).replaceAll(code, "");
  },
  call: async (visit, tool, path) => {
    const name = `mcp__office__${tool}`;
    const code = `await tools["${name}"](${JSON.stringify({ path })});`;
    visit.model.play([{ name: "code_execution", input: { code } }], "Done.");
    return deliveredCalls(await post(visit, "/v1/messages", body), name);
  },
};
