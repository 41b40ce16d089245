import Anthropic from "@anthropic-ai/sdk";
import { runAgent } from "@toolcrib/anthropic";
import { DeferralSession } from "@toolcrib/core";
import { catalogueTool, ServerPool } from "@toolcrib/mcp";
import { readConfigFiles } from "@toolcrib/mcp/config";

const [task = "What can you do?", model = "claude-sonnet-5-5"] = process.argv.slice(2);

// Every MCP server of the project. One starts when a tool of it is called; its tools are known from the last time.
const { entries, problems } = await readConfigFiles([".mcp.json"]);
for (const problem of problems) console.error(problem.message);
const pool = new ServerPool({ entries });
await pool.settled(30_000);

// All their tools are deferred: the model sees a search tool and the names, and loads what it finds.
const session = new DeferralSession({ tools: pool.tools().map(catalogueTool) });
const { message } = await runAgent({
  client: new Anthropic(),
  session,
  params: { model, max_tokens: 4096 },
  messages: [{ role: "user", content: task }],
  runTool: async ({ name, input }) => {
    console.error(`calls ${name}`);
    return JSON.stringify((await pool.callTool(name, input)).content);
  },
});

for (const block of message.content) if (block.type === "text") console.log(block.text);
await pool.close();
