import { isMap, isScalar, parseDocument } from "yaml";
import { readSkillFile } from "../../packages/core/src/skills/front-matter.ts";

/** Reads the same text fields with the yaml package, set up to resolve as little as possible. */
function readWithYaml(text: string): Map<string, unknown> {
  const [, header = ""] = /^---\n([\s\S]*?)\n---\n/.exec(text) ?? [];
  const options = { schema: "failsafe", uniqueKeys: false, prettyErrors: false, logLevel: "silent" } as const;
  const { contents } = parseDocument(header, options);
  const pairs = isMap(contents) ? contents.items : [];
  return new Map(
    pairs.flatMap(({ key, value }) => (isScalar(key) && isScalar(value) ? [[String(key.value), value.value]] : [])),
  );
}

const usual = `---
name: pdf-forms
description: Fill in and read PDF forms. Use it when someone asks for a form, a signature or a field of a PDF document.
license: MIT
allowed-tools: Read, Bash
metadata:
  version: "1.0"
  author: someone
---
Body
`;
const units = ["a: b\n", "[", "{a: ", "- ", "\n", ": ", "&a ", "!a ", "...\n", "'", '"\\', " a", " b\n"];
const hostile = units.map((unit) => `---\n${unit.repeat(Math.floor(16_000 / unit.length))}\n---\nBody`);

function microseconds(run: () => void, rounds: number): number {
  const start = performance.now();
  for (let round = 0; round < rounds; round++) run();
  return ((performance.now() - start) / rounds) * 1_000;
}

function attempt(read: (text: string) => unknown, text: string): void {
  try {
    read(text);
  } catch {
    // A refusal takes time, too, and that is what is measured.
  }
}

const readers = { "front-matter.ts": (text: string) => readSkillFile(text, "SKILL.md"), yaml: readWithYaml };
for (const [name, read] of Object.entries(readers)) {
  microseconds(() => read(usual), 5_000);
  const typical = microseconds(() => read(usual), 5_000);
  const worst = Math.max(...hostile.map((text) => microseconds(() => attempt(read, text), 5)));
  console.log(`${name}: ${typical.toFixed(1)} µs a file, ${(worst / 1_000).toFixed(1)} ms for the worst of 16 kB`);
}
