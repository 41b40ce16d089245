// A real MCP server for tests of rules: it writes down which of its tools ran.
import { appendFileSync } from "node:fs";
import { Server } from "@modelcontextprotocol/server";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";

const note = {
  type: "object",
  properties: { path: { type: "string", description: "Where the note lies." } },
  required: ["path"],
};
const tools = [
  { name: "read_note", description: "Reads a note.", inputSchema: note, annotations: { readOnlyHint: true } },
  { name: "write_note", description: "Writes a note.", inputSchema: note },
  {
    name: "shred_note",
    description: "Shreds a note for good.",
    inputSchema: note,
    annotations: { destructiveHint: true },
  },
];

const server = new Server(
  { name: "office", version: "1.0.0" },
  { instructions: "Keeps the notes of an office.", capabilities: { tools: {}, prompts: {}, resources: {} } },
);
server.setRequestHandler("tools/list", () => ({ tools }));
server.setRequestHandler("tools/call", ({ params }) => {
  appendFileSync(process.env.RUNS, `${params.name} ${JSON.stringify(params.arguments)}\n`);
  return { content: [{ type: "text", text: `${params.name} ran` }] };
});
server.setRequestHandler("prompts/list", () => ({ prompts: [{ name: "sum_up_notes", description: "Sums up." }] }));
server.setRequestHandler("prompts/get", () => ({
  messages: [{ role: "user", content: { type: "text", text: "Sum up all notes." } }],
}));
server.setRequestHandler("resources/list", () => ({ resources: [{ uri: "office://desk", name: "desk" }] }));
server.setRequestHandler("resources/read", () => ({ contents: [{ uri: "office://desk", text: "tidy" }] }));
await server.connect(new StdioServerTransport());
