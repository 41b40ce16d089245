import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { rootFolder } from "../workspace.ts";

const ignored = /^(\..*|node_modules|dist|coverage)$/;

function pagesIn(folder: string): string[] {
  return readdirSync(join(rootFolder, folder), { withFileTypes: true })
    .filter(({ name }) => !ignored.test(name))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return pagesIn(path);
      return entry.name.endsWith(".md") ? [path] : [];
    });
}

const withoutCode = (text: string): string => text.replace(/^```[\s\S]*?^```/gm, "").replace(/`[^`\n]*`/g, "");

function linksIn(page: string): string[] {
  const text = withoutCode(readFileSync(join(rootFolder, page), "utf8"));
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)|(?:src|srcset)="([^"]+)"/g)].map(([, a, b]) => String(a ?? b));
  return targets.filter((target) => !/^[a-z]+:/.test(target));
}

/** Heading ids as GitHub makes them. */
function headingIds(path: string): string[] {
  const text = readFileSync(path, "utf8").replace(/^```[\s\S]*?^```/gm, "");
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    String(heading)
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

function isBroken(page: string, link: string): boolean {
  const [path = "", anchor] = link.split("#");
  const target = path === "" ? join(rootFolder, page) : join(rootFolder, dirname(page), path);
  if (!existsSync(target)) return true;
  return anchor !== undefined && statSync(target).isFile() && !headingIds(target).includes(anchor);
}

describe("the documentation", () => {
  it("links to files and headings that exist", () => {
    const broken = pagesIn("").flatMap((page) =>
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
