import { anthropic } from "@ai-sdk/anthropic";
import { createMCPClient } from "@ai-sdk/mcp";
import { Experimental_StdioMCPTransport as StdioTransport } from "@ai-sdk/mcp/mcp-stdio";
import { createToolcrib } from "@toolcrib/ai-sdk";
import { ToolLoopAgent, wrapLanguageModel } from "ai";

const [, , task = "Add 19 and 23 with a tool."] = process.argv;

const transport = new StdioTransport({ command: "npx", args: ["--no-install", "mcp-server-everything", "stdio"] });
const client = await createMCPClient({ transport });

// The model sees a search tool and the names of all others. What it finds stays loaded for the rest of the conversation.
const { tools, middleware } = createToolcrib(await client.tools());
const agent = new ToolLoopAgent({
  model: wrapLanguageModel({ model: anthropic("claude-sonnet-5-5"), middleware }),
  tools,
  onStepEnd: ({ toolCalls }) => {
    for (const { toolName, input } of toolCalls) console.log(`calls ${toolName} ${JSON.stringify(input)}`);
  },
});

const { text } = await agent.generate({ prompt: task });
console.log(text);
await client.close();
