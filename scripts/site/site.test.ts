import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { configJsonSchema } from "../../packages/gateway/src/config/config-schema.ts";
import { rootFolder } from "../workspace.ts";
import { assemblePages } from "./assemble-pages.ts";
import { findBrokenLinks } from "./built-links.ts";
import { headingId } from "./heading-ids.ts";
import { listSources, pageOf } from "./page-map.ts";
import { nestedFields, type Schema } from "./reference/config-reference.ts";
import { rewritePage } from "./rewrite-page.ts";
import { readSidebar } from "./sidebar.ts";

const pages = assemblePages();
const links = readSidebar().flatMap(({ items }) => items.map(({ link }) => link.slice(1)));

describe("the documentation site", () => {
  it("has every page of docs/ in its table of contents", () => {
    const written = listSources("docs").map(pageOf);

    expect(written.filter((page) => !links.includes(page))).toEqual([]);
  });

  it("has a page for each link of its table of contents", () => {
    expect(links.filter((link) => !pages.has(link))).toEqual([]);
  });

  it("opens with the README's own figures, as text beside the picture", () => {
    const [, caption = ""] = /<HomeOpening caption="([^"]*)"/.exec(pages.get("index") ?? "") ?? [];

    expect(caption).toMatch(/\d tokens instead of [\d,]+ for \d+ tools/);
    expect(readFileSync(join(rootFolder, "README.md"), "utf8").replaceAll("`", "")).toContain(caption);
  });

  it("links to pages and headings that exist", () => {
    const headings = new Map(
      [...pages].map(([page, text]) => [
        page,
        [...withoutCode(text).matchAll(/^#+ (.+)$/gm)].map(([, title]) => headingId(title!)),
      ]),
    );
    const broken = [...pages].flatMap(([page, text]) =>
      [...withoutCode(text).matchAll(/\]\((\/[^)#]*)?(?:#([^)]+))?\)/g)]
        .filter(([, path, anchor]) => {
          const target = path === undefined ? page : path.slice(1) || "index";
          if (target.startsWith("images/")) return false;
          return !pages.has(target) || (anchor !== undefined && !headings.get(target)?.includes(anchor));
        })
        .map(([link]) => `${page}: ${link}`),
    );

    expect(broken).toEqual([]);
  });
});

function withoutCode(text: string): string {
  return text.replace(/^```[\s\S]*?^```/gm, "").replace(/`(?:[^`\n]*\]\([^`\n]*)`/g, "");
}

describe("the reference", () => {
  it("has every field of the config, with its meaning", () => {
    const fields = nestedFields("", configJsonSchema() as Schema).filter(
      ({ path }) => path !== "$schema" && !path.startsWith("routes[].settings."),
    );
    const text = pages.get("reference/config") ?? "";
    const headings = [...text.matchAll(/^## (\w+)$/gm)].map(([, name]) => name!);

    expect(fields.length).toBeGreaterThan(100);
    expect(fields.filter(({ path }) => !text.includes(`| \`${path}\` |`) && !headings.includes(path))).toEqual([]);
    expect(fields.filter(({ schema }) => schema.description === undefined).map(({ path }) => path)).toEqual([]);
  });

  it("has every command with its options and examples", () => {
    const text = pages.get("reference/command-line") ?? "";

    expect(text).toContain("[`serve`](#serve)");
    expect(text).toContain("| `--upstream <url>` |");
    expect(text).toMatch(/## serve[\s\S]*Examples:[\s\S]*## status/);
    expect(text).not.toContain("\u001b");
  });
});

describe("a rewritten page", () => {
  const sources = new Set(["docs/a.md", "docs/guides/b.md", "packages/search/README.md"]);
  const rewrite = (text: string, repository?: string): string =>
    rewritePage(text, "docs/guides/b.md", { sources, repository });

  it("links to pages instead of files, and keeps anchors, addresses and code", () => {
    const code = "```md\n[a](../a.md)\n```";

    expect(rewrite("[a](../a.md#x), [search](../../packages/search), [b](#y), [out](https://x.org)")).toBe(
      "[a](/a#x), [search](/packages/search), [b](#y), [out](https://x.org)",
    );
    expect(rewrite(code)).toBe(code);
  });

  it("links to sources in the repository once its address is known, and shows their names until then", () => {
    const text = "[`main.ts`](../../scripts/site/main.ts)";

    expect(rewrite(text)).toBe("`main.ts`");
    expect(rewrite(text, "https://x.org/r")).toBe("[`main.ts`](https://x.org/r/tree/main/scripts/site/main.ts)");
  });

  it("shows a picture in the theme of the site", () => {
    const both =
      '<span class="picture"><img class="only-light" alt="x" src="/images/a-light.svg" loading="lazy"><img class="only-dark" alt="x" src="/images/a-dark.svg" loading="lazy"></span>';
    const picture = '<picture>\n<source media="dark" srcset="a-dark.svg">\n<img alt="x" src="a-light.svg">\n</picture>';

    expect(rewrite("![x](../images/a-light.svg)")).toBe(both);
    expect(rewrite(picture)).toBe(both);
  });

  it("rejects a link to nothing", () => {
    expect(() => rewrite("[a](../missing.md)")).toThrow("docs/missing.md, which does not exist");
  });
});

describe("findBrokenLinks", () => {
  it("finds missing pages, files and anchors, and nothing else", () => {
    const folder = mkdtempSync(join(tmpdir(), "site-"));
    const write = (file: string, html: string): void => {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), html);
    };
    write(
      "index.html",
      '<a href="/guides/one#top">x</a><a href="/guides/two">x</a><img src="/icon.svg"><a href="https://x.org/#y">',
    );
    write(
      "guides/one.html",
      '<h1 id="top">x</h1><a href="#top"></a><a href="#gone"></a><img src="/no.svg"><a href="../">x</a>',
    );
    write("icon.svg", "");

    expect(findBrokenLinks(folder).toSorted()).toEqual([
      "guides/one.html: #gone",
      "guides/one.html: /no.svg",
      "index.html: /guides/two",
    ]);
  });
});

it("the comparison has the figures of the benchmarks", () => {
  const read = (page: string): string => readFileSync(join(rootFolder, `docs/${page}.md`), "utf8");
  const paragraph =
    read("comparison")
      .split("\n")
      .find((line) => line.includes("benchmarks.md#framework-adapters")) ?? "";
  const [, adapters = ""] = read("benchmarks").split("## Framework adapters");
  const figures = paragraph.match(/\d[\d,]*\d|\d/g) ?? [];

  expect(figures.length).toBeGreaterThan(5);
  expect(figures.filter((figure) => !adapters.includes(figure))).toEqual([]);
});

it("the site has the colours of the studio", () => {
  const style = readFileSync(join(rootFolder, "site/.vitepress/theme/colours.css"), "utf8");
  const tokens = readFileSync(join(rootFolder, "packages/studio/src/page/style/tokens.css"), "utf8");
  const colours = style.match(/#[0-9a-f]{6}\b/g) ?? [];

  expect(colours.length).toBeGreaterThan(20);
  expect(colours.filter((colour) => !tokens.includes(colour))).toEqual([]);
});
