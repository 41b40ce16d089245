import { expect, it } from "vitest";
import { readError, readJson } from "./read-answer.ts";

async function* endless(): AsyncGenerator<Uint8Array> {
  for (;;) yield Buffer.alloc(1_000_000, " ");
}

it("stops reading an answer that has no end", async () => {
  const problem = {
    status: 502,
    isRetryable: false,
    message: expect.stringContaining("is longer than 64000000 bytes"),
  };

  await expect(readJson({ status: 200, headers: {}, body: endless() })).rejects.toMatchObject(problem);
  await expect(readError({ status: 400, headers: {}, body: endless() }, 0)).rejects.toMatchObject(problem);
});
