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
