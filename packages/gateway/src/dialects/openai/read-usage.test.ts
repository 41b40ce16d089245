import { expect, it } from "vitest";
import { readUsage as readChatUsage } from "./chat/wire/usage.ts";
import { readUsage as readResponsesUsage } from "./responses/upstream/answer/read-usage.ts";
import { toTokenCounts } from "./shared/token-counts.ts";

const chat = readChatUsage({
  prompt_tokens: 9,
  prompt_tokens_details: { cached_tokens: 4, cache_write_tokens: 2 },
  completion_tokens: 7,
  completion_tokens_details: { reasoning_tokens: 3 },
});
const responses = readResponsesUsage({
  input_tokens: 9,
  input_tokens_details: { cached_tokens: 4, cache_write_tokens: 2 },
  output_tokens: 7,
  output_tokens_details: { reasoning_tokens: 3 },
});

it("both APIs' usage has the names of the Messages API", () => {
  const usage = {
    input_tokens: 3,
    cache_creation_input_tokens: 2,
    cache_read_input_tokens: 4,
    output_tokens: 7,
    output_tokens_details: { thinking_tokens: 3 },
  };
  expect(chat).toEqual(usage);
  expect(responses).toEqual(usage);
});

it("is counted as before for a client of either API", () => {
  expect(toTokenCounts(responses)).toEqual({ input: 9, cached: 4, cacheWritten: 2, output: 7, reasoning: 3 });
});
