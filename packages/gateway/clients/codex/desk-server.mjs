// A help desk as an MCP server whose tools have bare descriptions, as many real ones do.
import { Server } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";

const descriptions = {
  create_ticket: "Create",
  close_ticket: "Close",
  assign_ticket: "Assign",
  list_tickets: "List",
  get_weather: "Get",
  get_forecast: "Get",
  list_agents: "List",
  invite_agent: "Invite",
  export_report: "Export",
  delete_report: "Delete",
  send_reply: "Send",
  merge_contacts: "Merge",
};

serveStdio(() => {
  const server = new Server({ name: "desk", version: "1.0.0" }, { capabilities: { tools: {} } });
  server.setRequestHandler("tools/list", () => ({
    tools: Object.entries(descriptions).map(([name, description]) => ({
      name,
      description,
      inputSchema: { type: "object", properties: {} },
    })),
  }));
  server.setRequestHandler("tools/call", ({ params }) => ({
    content: [{ type: "text", text: `${params.name} is done.` }],
  }));
  return server;
});
