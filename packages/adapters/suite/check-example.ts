import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { runExample } from "./run-example.ts";
import type { Move, StrictProvider, Wire } from "./strict-provider.ts";

/** The program `agent.ts` of an example, and what it does with a scripted model. */
export interface Example {
  /** The folder of the example. */
  readonly folder: URL;
  /** The page of docs/guides that contains the program. */
  readonly guide: string;
  readonly wire: Wire;
  readonly query: string;
  readonly call: NonNullable<Move["calls"]>[number];
  /** What the tool returns. */
  readonly result: string;
  readonly answer: string;
  readonly prints: RegExp | string;
  /** Whether finding a tool leaves the prompt before it unchanged; otherwise the list of tools grows. */
  readonly keepsPrefix: boolean;
  /** The lines that change if Toolcrib is removed, besides its import. */
  readonly withoutToolcrib: readonly (readonly [line: string, instead: string])[];
}

/** Registers the tests of an example. */
export function checkExample(example: Example): void {
  const { folder, guide, wire, query, call, result, answer } = example;
  const program = new URL("agent.ts", folder);
  const source = readFileSync(program, "utf8");
  const use: readonly Move[] = [{ calls: [call] }, { text: answer }];
  const namesIn = ({ requests }: StrictProvider) => requests.map(({ tools }) => tools.map(({ name }) => name));

  it("finds and calls a tool", async () => {
    const search = { calls: [{ name: "find_tools", input: { query } }] };
    const { output, provider } = await runExample(program, wire, [search, ...use]);

    expect(provider.rejected).toEqual([]);
    if (typeof example.prints === "string") expect(output).toBe(example.prints);
    else expect(output).toMatch(example.prints);
    expect(provider.requests[2]?.text).toContain(result);
    if (example.keepsPrefix) expect(provider.requests.map(({ partsLost }) => partsLost)).toEqual([0, 0, 0]);
    else expect(namesIn(provider)).toEqual([["find_tools"], ["find_tools", call.name], ["find_tools", call.name]]);
  }, 60_000);

  it("has Toolcrib in two lines and an import, and works without them", async () => {
    const without = new URL("without-toolcrib.generated.ts", folder);
    const changed = example.withoutToolcrib.reduce((text, [line, instead]) => {
      expect(text.split("\n")).toContain(line);
      return text.replace(`${line}\n`, instead === "" ? "" : `${instead}\n`);
    }, source);
    writeFileSync(without, changed.replace(/^import .* from "@toolcrib\/.*";\n/m, ""));
    try {
      const { output, provider } = await runExample(without, wire, use);

      expect(example.withoutToolcrib.length).toBeLessThanOrEqual(2);
      expect(readFileSync(without, "utf8")).not.toContain("@toolcrib/");
      expect(provider.rejected).toEqual([]);
      expect(namesIn(provider)[0]).toContain(call.name);
      expect(namesIn(provider)[0]?.length).toBeGreaterThan(2);
      expect(namesIn(provider)[0]).not.toContain("find_tools");
      expect(output).toContain(answer);
    } finally {
      rmSync(without, { force: true });
    }
  }, 60_000);

  it("is in the guide verbatim", () => {
    const page = new URL(`../../../docs/guides/${guide}.md`, import.meta.url);

    expect(readFileSync(page, "utf8")).toContain(`\`\`\`ts\n${source}\`\`\``);
  });
}

/** The task of most examples. */
export const conversion = {
  query: "convert money",
  call: { name: "currency_convert", input: { amount: 20, from: "EUR", to: "NOK" } },
  result: "230 NOK",
  answer: "20 euros are 230 kroner.",
} as const;

/** What examples print that list the calls. */
export const conversionCalls = [
  'find_tools {"query":"convert money"}',
  'currency_convert {"amount":20,"from":"EUR","to":"NOK"}',
  "20 euros are 230 kroner.",
].join("\n");
