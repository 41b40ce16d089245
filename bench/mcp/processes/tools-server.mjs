// A server with as many tools as it is told, without the SDK, so that what is measured is what stands before it.
import { createInterface } from "node:readline";

const [, , count = "10", label = "tools"] = process.argv;
const words = ["create", "list", "update", "delete", "search", "send", "read", "export", "approve", "schedule"];
const things = [
  "issue",
  "invoice",
  "calendar event",
  "message",
  "file",
  "customer",
  "order",
  "report",
  "branch",
  "ticket",
];

const tools = Array.from({ length: Number(count) - 1 }, (_, position) => {
  const verb = words[position % words.length];
  const thing = things[Math.floor(position / words.length) % things.length];
  return {
    name: `${verb}_${thing.replace(" ", "_")}_${position}`,
    description: `Lets you ${verb} one ${thing} in the system ${label}, by its number, with the fields that you give, and tells what came of it.`,
    inputSchema: {
      type: "object",
      properties: {
        id: { type: "string", description: `The number of the ${thing}.` },
        fields: { type: "object", description: "What to set, by the name of the field." },
        limit: { type: "integer", minimum: 1, maximum: 100, description: "How many at the most." },
        dry_run: { type: "boolean", description: "Only say what would be done." },
      },
      required: ["id"],
    },
  };
});
const text = { type: "string", description: "What to say again." };
tools.push({
  name: "echo",
  description: "Says a text again.",
  inputSchema: { type: "object", properties: { text }, required: ["text"] },
});

createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const answer = (result) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, result })}\n`);
  switch (method) {
    case "initialize":
      return answer({
        protocolVersion: params.protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: label, version: "1.0.0" },
      });
    case "tools/list":
      return answer({ tools });
    case "tools/call":
      return answer({ content: [{ type: "text", text: String(params.arguments?.text) }] });
    default:
      return process.stdout.write(
        `${JSON.stringify({ jsonrpc: "2.0", id, error: { code: -32601, message: "Method not found" } })}\n`,
      );
  }
});
