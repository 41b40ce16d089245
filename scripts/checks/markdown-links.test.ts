import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { headingId } from "../site/heading-ids.ts";
import { listSources } from "../site/page-map.ts";
import { rootFolder } from "../workspace.ts";

const pages = ["README.md", ...listSources()];

const withoutCode = (text: string): string => text.replace(/^```[\s\S]*?^```/gm, "").replace(/`[^`\n]*`/g, "");

function linksIn(page: string): string[] {
  const text = withoutCode(readFileSync(join(rootFolder, page), "utf8"));
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)|(?:src|srcset)="([^"]+)"/g)].map(([, a, b]) => String(a ?? b));
  return targets.filter((target) => !/^[a-z]+:/.test(target));
}

function headingIds(path: string): string[] {
  const text = readFileSync(path, "utf8").replace(/^```[\s\S]*?^```/gm, "");
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => headingId(String(heading)));
}

function isBroken(page: string, link: string): boolean {
  const [path = "", anchor] = link.split("#");
  const target = path === "" ? join(rootFolder, page) : join(rootFolder, dirname(page), path);
  if (!existsSync(target)) return true;
  return anchor !== undefined && statSync(target).isFile() && !headingIds(target).includes(anchor);
}

describe("the documentation", () => {
  it("links to files and headings that exist", () => {
    const broken = pages.flatMap((page) =>
      linksIn(page)
        .filter((link) => isBroken(page, link))
        .map((link) => `${page}: ${link}`),
    );

    expect(broken).toEqual([]);
  });

  it("starts with a README of at most 900 words", () => {
    const words = readFileSync(join(rootFolder, "README.md"), "utf8").split(/\s+/).filter(Boolean);

    expect(words.length).toBeLessThanOrEqual(900);
  });
});
