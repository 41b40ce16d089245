import { question } from "../answering-gateway.ts";
import { doAsTold } from "../learning/learning-gateway.ts";
import { noteQuery, noteTools } from "../learning/note-tools.ts";
import { type Proof, withUpstream } from "./proof.ts";
import type { RunningGateway } from "./run-gateway.ts";

const [first, second] = ["mcp__chat__post", "mcp__wiki__share"];
const task = JSON.stringify({ query: noteQuery, calls: [second] });
const asked = { ...question, max_tokens: 1_000, tools: noteTools, messages: [{ role: "user", content: task }] };

/** The tool that a search finds first after another one was called four times. */
async function firstAfterCalls({ post }: RunningGateway): Promise<unknown> {
  for (let time = 0; time < 4; time++) await post(asked);
  return (await post(asked)).trace?.searches[0]?.hits[0];
}

/** Learning from calls. */
export const learningProofs: readonly Proof[] = [
  {
    setting: "search.learn",
    shows: "which tool comes first after another one was called four times",
    options: { embedder: null },
    replyTo: ({ body }) => {
      const { text = "", calls } = doAsTold(body);
      return {
        content: calls?.map((call) => ({ type: "tool_use", id: "toolu_up", ...call })) ?? [{ type: "text", text }],
      };
    },
    config: (learn, stage) => withUpstream(stage, { inject: "always", loader: "bridge", search: { learn } }),
    observe: firstAfterCalls,
    outcomes: [
      [true, second],
      [false, first],
    ],
  },
];
