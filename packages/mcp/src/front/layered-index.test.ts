import { ToolIndex } from "@toolcrib/search";
import { expect, it } from "vitest";
import type { CatalogueTool } from "../lists/pooled-tool.ts";
import { LayeredIndex } from "./layered-index.ts";

const tool = (server: string, name: string, description: string): CatalogueTool => ({
  name: `mcp__${server}__${name}`,
  description,
  inputSchema: { type: "object" },
  server,
  aliases: [],
});

function open() {
  const shared = new ToolIndex({ embedder: null });
  shared.add([
    tool("mail", "send_invoice", "Sends an invoice by mail."),
    tool("mail", "read_mail", "Reads a mail."),
    tool("disk", "delete_file", "Deletes a file."),
  ]);
  const index = new LayeredIndex(shared, new ToolIndex({ embedder: null }), (server) => server === "crm");
  index.add([tool("crm", "send_reminder", "Sends a reminder about an invoice."), tool("mail", "other", "Not mine.")]);
  return { shared, index };
}

it("finds tools of both, and what the user has stays out of the shared index", async () => {
  const { shared, index } = open();

  const { hits, searched } = await index.search("send invoice", { limit: 5, ranker: "bm25" });

  expect(hits.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["mcp__mail__send_invoice", "mcp__crm__send_reminder"]),
  );
  expect(searched).toBe(4);
  expect((await shared.search("select:mcp__crm__send_reminder")).hits).toEqual([]);
});

it("keeps the limit, and says what it cut off", async () => {
  const { hits, cut } = await open().index.search("send invoice", { limit: 1, ranker: "bm25" });

  expect(hits).toHaveLength(1);
  expect(cut).toBeGreaterThanOrEqual(1);
});

it("misses only names that neither has", async () => {
  const query = "select:mcp__crm__send_reminder,mcp__mail__read_mail,mcp__crm__nothing";

  const { hits, notFound } = await open().index.search(query);

  expect(hits.map(({ name }) => name)).toEqual(["mcp__mail__read_mail", "mcp__crm__send_reminder"]);
  expect(notFound).toEqual(["mcp__crm__nothing"]);
});
