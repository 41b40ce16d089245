import { rewritePage, type SiteLinks } from "./rewrite-page.ts";

const frontMatter = `---
layout: page
title: Toolcrib
titleTemplate: false
sidebar: false
aside: false
---
`;

/** The start page: the opening is a component of the theme, and the rest comes from the README, so that it cannot disagree. */
export function homePage(readme: string, links: SiteLinks): string {
  const sections = ["Quick start", "What to expect"].map((title) => `## ${title}\n\n${sectionOf(readme, title)}`);
  const untested = /^\*\*Not tested[^\n]+$/m.exec(readme)?.[0] ?? "";
  const caption = /^The first prompts[^\n]+?\.(?= |$)/m.exec(readme)?.[0].replaceAll("`", "") ?? "";
  const body = rewritePage([untested, ...sections].join("\n\n"), "README.md", links);
  return `${frontMatter}\n<main>\n\n<HomeOpening caption="${caption}" />\n\n<div class="vp-doc home-text">\n\n${body}\n\n</div>\n\n<HomeEnd />\n\n</main>\n`;
}

function sectionOf(readme: string, title: string): string {
  const [, section] = new RegExp(`^## ${title}\\n([\\s\\S]*?)(?=^## |(?![\\s\\S]))`, "m").exec(readme) ?? [];
  if (section === undefined) throw new Error(`README.md has no section ${title}.`);
  return section.trim();
}
