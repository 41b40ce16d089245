import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { build } from "vite";

/** What the browser tests share: a browser, and the page built from the sources as they are. */
export interface Stage {
  readonly pageFolder: string;
  /** Opens a page of its own at a place of the studio. What goes wrong on it is in `problems`. */
  open(url: string, options?: BrowserContextOptions): Promise<OpenPage>;
  close(): Promise<void>;
}

interface OpenPage {
  readonly page: Page;
  /** Errors of scripts, messages on the console, and addresses elsewhere that were asked for. */
  readonly problems: readonly string[];
  readonly close: () => Promise<void>;
}

/** Builds the page and starts the browser at this path. */
export async function setStage(executablePath: string): Promise<Stage> {
  const pageFolder = mkdtempSync(join(tmpdir(), "toolcrib-studio-"));
  await build({
    configFile: fileURLToPath(new URL("../../vite.config.ts", import.meta.url)),
    build: { outDir: pageFolder },
    logLevel: "warn",
  });
  // Chromium's own sandbox needs what containers and root do not have; only our own page is opened.
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  const tabs = createTabs(browser);
  return {
    pageFolder,
    open: (url, options = {}) => tabs.open(url, options),
    close: async () => {
      await browser.close();
      rmSync(pageFolder, { recursive: true, force: true });
    },
  };
}

/** Pages that were closed are emptied and used again: a page in a new context costs a process of the browser. */
function createTabs(browser: Browser): Pick<Stage, "open"> {
  const free = new Map<string, Page[]>();
  return {
    open: async (url, options = {}) => {
      const kind = JSON.stringify(options);
      const page = free.get(kind)?.pop() ?? (await createPage(browser, options));
      const problems = watchForProblems(page, new URL(url).origin);
      await page.goto(url);
      const close = async () => {
        await page.evaluate(() => {
          localStorage.clear();
          sessionStorage.clear();
        });
        page.removeAllListeners();
        await page.goto("about:blank");
        await page.context().clearCookies();
        free.set(kind, [...(free.get(kind) ?? []), page]);
      };
      return { page, problems, close };
    },
  };
}

async function createPage(browser: Browser, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    permissions: ["clipboard-read", "clipboard-write"],
    reducedMotion: "reduce",
    ...options,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  return page;
}

function watchForProblems(page: Page, origin: string): string[] {
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") problems.push(message.text());
  });
  page.on("request", (request) => {
    if (new URL(request.url()).origin !== origin) problems.push(`asked for ${request.url()}`);
  });
  return problems;
}
