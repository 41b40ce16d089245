import type OpenAI from "openai";
import { expect, it } from "vitest";
import { useOpenAiGateway } from "../src/testing/openai/openai-gateway.ts";

const start = useOpenAiGateway();
const descriptions = {
  create_ticket: "Create",
  close_ticket: "Close",
  assign_ticket: "Assign",
  list_tickets: "List",
  get_weather: "Get",
  get_forecast: "Get",
  list_agents: "List",
  export_report: "Export",
  send_reply: "Send",
  merge_contacts: "Merge",
};

it.each([
  ["create ticket", "create_ticket", "Tools in the mcp__desk namespace."],
  ["ticket", "list_tickets", "Tools in the mcp__desk namespace."],
  ["weather", "get_weather", "Tools in the mcp__desk namespace."],
  ["ticket", "list_tickets", "Help desk tools."],
  ["weather", "get_weather", "Help desk tools."],
  ["customer relationship", "create_ticket", "Customer relationship management."],
])("W-R18: a search for %j finds %s among bare descriptions in the namespace %j", async (query, tool, description) => {
  const searches = (_body: unknown, number: number) =>
    number === 1
      ? [{ type: "tool_use", id: "toolu_1", name: "ToolSearch", input: { query } }]
      : [{ type: "text", text: "ok" }];
  const { client, bodies } = await start(searches, { route: { inject: "always", loader: "bridge" } });
  const members = Object.entries(descriptions).map(([name, description]): OpenAI.Responses.FunctionTool => {
    return { type: "function", name, description, parameters: { type: "object", properties: {} }, strict: false };
  });
  const desk: OpenAI.Responses.NamespaceTool = { type: "namespace", name: "mcp__desk", description, tools: members };
  await client.responses.create({ model: "m", input: "Hi", tools: [desk], store: false });

  const { messages } = bodies()[1] as { readonly messages: readonly unknown[] };
  expect(JSON.stringify(messages)).toContain(`\\"name\\":\\"mcp__desk__${tool}\\"`);
});
