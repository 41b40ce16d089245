import type { ContentBlock, Message } from "@toolcrib/core";
import { expect, it } from "vitest";
import { innerHistory, withResult } from "./inner-history.ts";

const program = (id: string) => ({ type: "server_tool_use", id, name: "code_execution", input: {} }) as ContentBlock;
const result = (id: string) =>
  ({
    type: "code_execution_tool_result",
    tool_use_id: id,
    content: { type: "code_execution_result", stdout: id, stderr: "", return_code: 0, content: [] },
  }) as ContentBlock;
const text = (written: string) => ({ type: "text", text: written }) as ContentBlock;
const toolResult = { type: "tool_result", tool_use_id: "c", content: "r" } as ContentBlock;
const idsOf = ({ content }: Message) =>
  (content as readonly ContentBlock[]).map((block) => (block as { readonly tool_use_id?: string }).tool_use_id);

it("puts results directly after the answer, behind those that are there already", () => {
  const history = innerHistory(
    [
      { role: "user", content: "a" },
      { role: "assistant", content: [program("srvtoolu_1"), program("srvtoolu_2")] },
      { role: "user", content: [text("b"), toolResult, text("c"), result("srvtoolu_1")] },
      { role: "assistant", content: "d" },
    ],
    undefined,
  );

  expect(history.map(({ role }) => role)).toEqual(["user", "assistant", "user", "assistant"]);
  expect(history[2]?.content).toMatchObject([
    { text: "b" },
    { tool_use_id: "c" },
    { tool_use_id: "toolu_1", content: "srvtoolu_1" },
    { tool_use_id: "toolu_2", is_error: true },
    { text: "c" },
  ]);
});

it("inserts a message for results that the user says nothing to", () => {
  const history = innerHistory(
    [
      { role: "user", content: "a" },
      { role: "assistant", content: [program("srvtoolu_1"), result("srvtoolu_1")] },
      { role: "system", content: "b" },
      { role: "user", content: "c" },
    ],
    undefined,
  );

  expect(history.map(({ role }) => role)).toEqual(["user", "assistant", "user", "system", "user"]);
});

it("leaves the program open that a result follows for", () => {
  const messages: Message[] = [
    { role: "user", content: "a" },
    { role: "assistant", content: [program("srvtoolu_1"), program("srvtoolu_2")] },
    { role: "user", content: "b" },
    { role: "assistant", content: "c" },
  ];

  expect(idsOf(innerHistory(messages, "srvtoolu_1")[2] as Message)).toEqual(["toolu_2", undefined]);
  const answered = withResult([...messages, { role: "user", content: [toolResult, text("d")] }], toolResult);
  expect(idsOf(answered.at(-1) as Message)).toEqual(["c", "c", undefined]);
});

it("takes many programs in one pass, without results and with them", () => {
  const ids = Array.from({ length: 60_000 }, (_, index) => `srvtoolu_${index}`);
  const closing: Message[] = [
    { role: "user", content: "b" },
    { role: "assistant", content: "c" },
  ];
  const lost = innerHistory(
    [{ role: "user", content: "a" }, { role: "assistant", content: ids.map(program) }, ...closing],
    undefined,
  );
  const ended = innerHistory(
    [
      { role: "user", content: "a" },
      { role: "assistant", content: ids.map(program).concat(ids.map(result)) },
      ...closing,
    ],
    undefined,
  );

  for (const history of [lost, ended]) {
    expect(history.map(({ content }) => content.length)).toEqual([1, ids.length, ids.length + 1, 1]);
  }
});
