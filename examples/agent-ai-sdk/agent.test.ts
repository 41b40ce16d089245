import { checkExample } from "../../packages/adapters/suite/check-example.ts";

checkExample({
  folder: new URL("./", import.meta.url),
  guide: "ai-sdk",
  wire: "messages",
  query: "sum of two numbers",
  call: { name: "get-sum", input: { a: 19, b: 23 } },
  result: "The sum of 19 and 23 is 42.",
  answer: "19 and 23 make 42.",
  prints: 'calls find_tools {"query":"sum of two numbers"}\ncalls get-sum {"a":19,"b":23}\n19 and 23 make 42.',
  keepsPrefix: true,
  withoutToolcrib: [
    ["const { tools, middleware } = createToolcrib(await client.tools());", "const tools = await client.tools();"],
    [
      '  model: wrapLanguageModel({ model: anthropic("claude-sonnet-5-5"), middleware }),',
      '  model: anthropic("claude-sonnet-5-5"),',
    ],
  ],
});
