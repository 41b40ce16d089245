import { describe, expect, it } from "vitest";
import { type ToolDocument, toDocument } from "../tool/document.ts";
import { Collages } from "./collages.ts";

const serverOf = (server: string, descriptions: readonly string[]): ToolDocument[] =>
  descriptions.map((description, place) => toDocument({ name: `mcp__${server}__tool_${place}`, server, description }));
const about = (subject: string): string[] =>
  ["List all", "Create one of the", "Delete one of the", "Change the name of"].map(
    (verb) => `${verb} ${subject} of the account.`,
  );
const owners = [
  ...serverOf("a", about("invoices")),
  ...serverOf("b", about("meetings")),
  ...serverOf("c", about("songs")),
];
const findCollages = (documents: readonly ToolDocument[]): ReadonlySet<string> => {
  const collages = new Collages(documents);
  return new Set(documents.map(({ server }) => server).filter((server) => collages.has(server)));
};
const first = (subject: string): string => about(subject)[0] as string;

describe("servers that are put together from others", () => {
  it("have tools of several servers, and few of their own", () => {
    const collage = serverOf("x", [first("invoices"), first("meetings"), first("songs"), "Convert units of length."]);

    expect(findCollages([...owners, ...collage])).toEqual(new Set(["x"]));
  });

  it.each([
    ["a fork of one server", [...about("invoices"), "Print one of the invoices."]],
    ["a server that shares a few tools", [first("invoices"), first("meetings"), ...about("lamps")]],
    ["a server with tools that say next to nothing", ["Get.", "List.", "Run."]],
  ])("are not %s", (_what, descriptions) => {
    expect(
      findCollages([...owners, ...serverOf("x", descriptions), ...serverOf("y", ["Get.", "List.", "Run."])]),
    ).toEqual(new Set());
  });

  it("are found quickly when thousands of servers say the same", { timeout: 5_000 }, () => {
    const servers = Array.from({ length: 4_000 }, (_, place) => serverOf(`s${place}`, about("invoices"))).flat();
    const collage = serverOf("x", [...about("invoices"), first("meetings"), first("songs"), first("lamps")]);

    expect(findCollages([...owners, ...serverOf("d", about("lamps")), ...servers, ...collage]).has("x")).toBe(true);
  });
});
