import { isFeatureRefusal } from "@toolcrib/core/engine";
import { expect, it } from "vitest";
import { readJson } from "../../shared/http/read-body.ts";
import { readError } from "./read-answer.ts";

async function* endless(): AsyncGenerator<Uint8Array> {
  for (;;) yield Buffer.alloc(1_000_000, " ");
}

it("stops reading an endless answer", async () => {
  const problem = (bytes: number) => ({
    status: 502,
    isRetryable: false,
    message: `The upstream's answer is longer than ${bytes} bytes.`,
  });

  await expect(readJson({ status: 200, headers: {}, body: endless() })).rejects.toMatchObject(problem(64_000_000));
  await expect(readError({ status: 400, headers: {}, body: endless() }, 0)).rejects.toMatchObject(problem(1_000_000));
});

it.each([
  ["markup without an end", "<".repeat(900_000)],
  ["an envelope", JSON.stringify({ error: { type: "x", message: "Tool reference '".repeat(50_000) } })],
])("truncates an error before it is searched: %s", async (_what, text) => {
  async function* body(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(text);
  }

  const error = await readError({ status: 400, headers: {}, body: body() }, 0);

  expect(error.message.length).toBeLessThan(10_010);
  expect(error.body.error.message).toBe(error.message);
  expect(isFeatureRefusal(400, error.message)).toBe(false);
});
