import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { rootFolder } from "../workspace.ts";
import { allPictures, picturesFolder } from "./all-pictures.ts";
import { readDemoFigures } from "./before-after.ts";
import { readSpans, withoutStyles, wrapSpans } from "./recording/ansi.ts";
import { demoArguments, type Recording, recordingFile, withoutTimes } from "./recording/record-demo.ts";

const recording = JSON.parse(readFileSync(recordingFile, "utf8")) as Recording;
const pictures = allPictures(recording);
const remedy = "run `npm run docs:pictures`";

describe("the pictures of the documentation", () => {
  it.each([...pictures.keys()])("%s is the one that is drawn", (file) => {
    expect(readFileSync(join(rootFolder, picturesFolder, file), "utf8"), remedy).toBe(pictures.get(file));
  });

  it.each([...pictures])("%s has a title and a description, and at most 30 KB", (_, svg) => {
    expect(svg).toMatch(/<title>[^<]{10,}<\/title>\s*<desc>[^<]{40,}<\/desc>/);
    expect(Buffer.byteLength(svg)).toBeLessThanOrEqual(30_000);
  });

  it("shows everything at once to people who prefer reduced motion", () => {
    const [before, inside] = (pictures.get("terminal.svg") ?? "").split(
      "@media (prefers-reduced-motion:no-preference)",
    );

    expect(inside).toContain("opacity:0");
    expect(before).not.toMatch(/opacity:0|@keyframes/);
  });

  it("shows what the demo prints", { timeout: 120_000 }, async () => {
    const command = join(rootFolder, "packages/cli/bin/toolcrib.js");
    const { stdout } = await promisify(execFile)(process.execPath, [command, ...demoArguments], {
      env: { ...process.env, ANTHROPIC_API_KEY: "" },
    });

    expect(recording.lines.map(withoutStyles), remedy).toEqual(withoutTimes(stdout.trimEnd().split("\n")));
  });

  it("shows the figures of the README and of the benchmarks", () => {
    const { tools, deferred, loaded } = readDemoFigures(recording);
    const read = (file: string): string => readFileSync(join(rootFolder, file), "utf8");
    const count = (figure = 0): string => figure.toLocaleString("en");
    const sum = (figures: readonly number[]): string => count(figures.reduce((total, figure) => total + figure, 0));

    for (const figure of [tools, deferred[0], deferred[1], loaded[0]])
      expect(read("README.md")).toContain(count(figure));
    expect(read("docs/benchmarks.md")).toContain(`| with deferral (bridge) | ${deferred.length} | ${sum(deferred)} |`);
    expect(read("docs/benchmarks.md")).toContain(`| all tools in the prompt | ${loaded.length} | ${sum(loaded)} |`);
  });
});

describe("a line with ANSI colours", () => {
  const line = "\u001b[1mbold \u001b[36mboth\u001b[39m\u001b[22m plain";

  it("is split where its look changes", () => {
    expect(readSpans(line)).toEqual([
      { text: "bold ", bold: true },
      { text: "both", bold: true, colour: 36 },
      { text: " plain" },
    ]);
  });

  it("is wrapped by characters, and keeps its look", () => {
    expect(wrapSpans(readSpans(line), 7)).toEqual([
      [
        { text: "bold ", bold: true },
        { text: "bo", bold: true, colour: 36 },
      ],
      [{ text: "th", bold: true, colour: 36 }, { text: " plai" }],
      [{ text: "n" }],
    ]);
  });
});
