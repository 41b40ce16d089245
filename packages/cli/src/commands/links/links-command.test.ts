import { describe, expect, it } from "vitest";
import { ownCommand } from "../../own-package/own-command.ts";
import { runInProcess } from "../../testing/run-in-process.ts";
import { type InstallLinks, installLinks } from "./install-links.ts";

const server = { command: "npx", args: ["-y", "toolcrib", "mcp", "--config", "/home/a b/t?&.json"] };
const definition = { name: "tool crib", ...server };

describe("install links", () => {
  const links = installLinks("tool crib", server);

  it.each([links.cursor, links.cursorWeb])("give Cursor the name and the config in base64: %s", (link) => {
    const { searchParams } = new URL(link);
    const config = Buffer.from(searchParams.get("config") ?? "", "base64").toString("utf8");

    expect(searchParams.get("name")).toBe("tool crib");
    expect(JSON.parse(config)).toEqual(server);
  });

  it("open Cursor's handler", () => {
    expect(links.cursor).toMatch(/^cursor:\/\/anysphere\.cursor-deeplink\/mcp\/install\?/);
  });

  it("give VS Code the whole definition as its query", () => {
    const query = (link: string): unknown => JSON.parse(decodeURIComponent(link.slice(link.indexOf("?") + 1)));

    expect(links.vscode).toMatch(/^vscode:mcp\/install\?/);
    expect(query(links.vscode)).toEqual(definition);
    expect(query(links.vscodeInsiders)).toEqual(definition);
    expect(new URL(links.vscodeWeb).searchParams.get("url")).toBe(links.vscode);
  });
});

describe("toolcrib links", () => {
  it("starts this command with absolute paths", async () => {
    const { stdout } = await runInProcess(
      ["links", "--config", "mine.json", "--command", "npx -y toolcrib", "--json"],
      {},
    );
    const { vscode } = JSON.parse(stdout) as InstallLinks;

    expect(JSON.parse(decodeURIComponent(vscode.split("?")[1] ?? ""))).toEqual({
      name: "toolcrib",
      command: "npx",
      args: ["-y", "toolcrib", "mcp", "--config", `${process.cwd()}/mine.json`],
    });
  });

  it("prints every link", async () => {
    const { stdout } = await runInProcess(["links"], {});

    for (const start of [
      "cursor://",
      "vscode:",
      "vscode-insiders:",
      "https://cursor.com/",
      "https://insiders.vscode.dev/",
    ]) {
      expect(stdout).toContain(`  ${start}`);
    }
  });
});

it("starts a checkout by its path", () => {
  const { command, args } = ownCommand(undefined);

  expect([command, args.length]).toEqual([process.execPath, 1]);
  expect(args[0]).toMatch(/packages[\\/]cli[\\/]bin[\\/]toolcrib\.js$/);
});
