import { expect, it } from "vitest";
import { findFaults } from "./check-report.ts";
import { runExample } from "./run-example.ts";

it.each([false, true])(
  "an agent with three MCP servers and 150 tools finds and calls two of them (streaming: %s)",
  async (isStreaming) => {
    const report = await runExample(isStreaming);

    expect(findFaults(report)).toEqual([]);
    expect(report.events > 0).toBe(isStreaming);
  },
  60_000,
);
