import { defineConfig } from "vitepress";
import { isPlaceholder, readReleaseSettings } from "../../scripts/manifests/release-settings.ts";
import { headingId } from "../../scripts/site/heading-ids.ts";
import { readSidebar } from "../../scripts/site/sidebar.ts";

const description =
  "Keeps thousands of tool definitions out of a language model's prompt, lets the model search for the few it needs, and keeps the prompt cache.";

const settings = readReleaseSettings();

// DOCS_BASE is the path below which the site is served, such as /toolcrib/.
export default defineConfig({
  title: "Toolcrib",
  description,
  lang: "en",
  base: process.env["DOCS_BASE"] ?? "/",
  srcDir: "pages",
  outDir: "dist",
  cacheDir: "node_modules/.cache/vitepress",
  cleanUrls: true,
  lastUpdated: false,
  head: [
    ["link", { rel: "icon", type: "image/svg+xml", href: `${process.env["DOCS_BASE"] ?? "/"}icon.svg` }],
    ["meta", { name: "theme-color", content: "#4338ca" }],
    ["meta", { property: "og:title", content: "Toolcrib" }],
    ["meta", { property: "og:description", content: description }],
  ],
  markdown: {
    anchor: { slugify: headingId },
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    image: { lazyLoading: true },
  },
  themeConfig: {
    logo: "/icon.svg",
    nav: [
      { text: "Guides", link: "/guides/claude-code-on-a-local-model", activeMatch: "^/guides/" },
      { text: "How it works", link: "/how-it-works" },
      { text: "Benchmarks", link: "/benchmarks" },
      { text: "Comparison", link: "/comparison" },
      { text: "Reference", link: "/reference/config", activeMatch: "^/reference/" },
    ],
    sidebar: readSidebar().map(({ items, ...group }) => ({ ...group, items: [...items] })),
    outline: { level: [2, 3], label: "On this page" },
    docFooter: { prev: "Previous", next: "Next" },
    search: {
      provider: "local",
      options: {
        detailedView: true,
        miniSearch: {
          options: {
            // Codes such as upstream_refused are searched whole, too.
            tokenize: (text) => [...text.split(/[\n\r\p{Z}\p{P}]+/u), ...(text.match(/\w+_\w+/g) ?? [])],
          },
          searchOptions: { boost: { title: 4, titles: 2, text: 1 }, fuzzy: 0.15, prefix: true },
        },
      },
    },
    // The public address is not decided yet: see release.json.
    ...(!isPlaceholder(settings) && { socialLinks: [{ icon: "github", link: settings.repository }] }),
    footer: { message: "MIT licence." },
  },
});
