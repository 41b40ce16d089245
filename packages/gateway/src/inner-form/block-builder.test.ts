import type { ContentBlock } from "@toolcrib/core";
import { expect, it } from "vitest";
import { BlockBuilder } from "./block-builder.ts";

it("collects citations in linear time, behind those that the block starts with", () => {
  const builder = new BlockBuilder({ type: "text", text: "", citations: ["first"] } as unknown as ContentBlock);
  for (let number = 0; number < 200_000; number++) builder.add({ type: "citations_delta", citation: number });
  const { citations } = builder.build() as unknown as { readonly citations: readonly unknown[] };

  expect(citations).toHaveLength(200_001);
  expect(citations.slice(0, 3)).toEqual(["first", 0, 1]);
});

it("leaves a block without citations as it is", () => {
  const builder = new BlockBuilder({ type: "text", text: "" } as ContentBlock);
  builder.add({ type: "text_delta", text: "Hi" });

  expect(builder.build()).toEqual({ type: "text", text: "Hi" });
});

it.each([
  ['{"city":"Oslo"}', { city: "Oslo" }],
  ['{"city":"Os', { INVALID_JSON: '{"city":"Os' }],
  ["[1]", { INVALID_JSON: "[1]" }],
  ["null", {}],
  [" ", {}],
])("repairs the arguments %s as an answer that comes whole does", (partial_json, input) => {
  const builder = new BlockBuilder({ type: "tool_use", id: "toolu_1", name: "get_weather", input: {} } as ContentBlock);
  builder.add({ type: "input_json_delta", partial_json });

  expect(builder.buildRepaired()).toMatchObject({ input });
});
