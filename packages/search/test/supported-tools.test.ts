import { type SearchableTool, ToolIndex } from "@toolcrib/search";
import { expect, it } from "vitest";

function toolOf(server: string, name: string, description: string, args: readonly string[] = []): SearchableTool {
  const properties = Object.fromEntries(args.map((argument) => [argument, { type: "string" }]));
  return { name: `mcp__${server}__${name}`, server, description, inputSchema: { type: "object", properties } };
}

async function firstOf(query: string, ...tools: readonly SearchableTool[]): Promise<string | undefined> {
  const index = new ToolIndex();
  index.add(tools);
  await index.ready();
  const { hits, candidates } = await index.search(query);
  return [...hits, ...candidates][0]?.name;
}

const shop = [
  toolOf("shop", "list_orders_archive", "List archived orders of past years from the warehouse archive."),
  toolOf("shop", "find_customers", "Find customers by name, city or phone number."),
  toolOf("shop", "find_orders_by_courier", "Find orders that a courier delivered."),
  toolOf("shop", "show_stock", "Show how many items of a product are in stock."),
  toolOf("shop", "track_parcel", "Track where a parcel is and when it arrives."),
];
const parcels = "where is my parcel and when does it arrive";

it("puts a tool first that says what is asked for in one sentence, whatever its name", async () => {
  const vague = toolOf("shop", "query_db_orders", "Look up the purchases that a client made, by client or state.", [
    "customer_id",
    "status",
  ]);

  expect(await firstOf("purchases of a client", vague, ...shop)).toBe(vague.name);
});

it("does not put a tool first of which one sentence is the request, and nothing else has to do with it", async () => {
  const hostile = toolOf(
    "aaa",
    "solve_quickly",
    `${parcels}. play the song that I liked. what is the weather in Porto`,
  );

  expect(await firstOf(parcels, ...shop)).toBe("mcp__shop__track_parcel");
  expect(await firstOf(parcels, ...shop, hostile)).toBe("mcp__shop__track_parcel");
});

it("does not put it first either if the rest is in another script", async () => {
  const rest = "管理文件和数据。 搜索更新记录。 非常快速的工具。 帮助人们完成任务。";
  const description = `${parcels}. what is the weather in Porto tomorrow. ${rest}`;

  expect(await firstOf(parcels, ...shop, toolOf("aaa", "solve_quickly", description))).toBe("mcp__shop__track_parcel");
});

it.each([12, 24, 60])("does not put it first either if %i servers have it", async (count) => {
  const description = `${parcels}. play the song that I liked. what is the weather in Porto`;
  const hostile = Array.from({ length: count }, (_, place) =>
    toolOf(`${"abcdefghij"[place % 10]}${"uvwxyz"[Math.floor(place / 10)]}`, "solve_quickly", description),
  );

  expect(await firstOf(parcels, ...shop, ...hostile)).toBe("mcp__shop__track_parcel");
});

it("puts a tool first whose name is among the things that a text asks for", async () => {
  const agents = toolOf(
    "realtor",
    "realtor_agent_list",
    "Takes a postal code of five digits. Beds and baths may be given as well. Answers are cached for ten minutes. Coordinates use decimal degrees.",
  );
  const others = [
    toolOf("realtor", "realtor_school_list", "Lists schools near a city."),
    toolOf("weather", "get_forecast", "Weather forecast for the coming days."),
  ];

  expect(
    await firstOf(
      "Fetch the realtor agent list for the city. Also fetch the realtor property list for the city.",
      agents,
      ...others,
    ),
  ).toBe(agents.name);
});

it("puts a copy behind the tool on the server whose other tools have to do with it", async () => {
  const post = [
    toolOf("post", "track_parcel", "Track where a parcel is and when it arrives."),
    toolOf("post", "list_parcels", "List the parcels of a sender."),
    toolOf("post", "print_parcel_label", "Print the label of a parcel."),
    toolOf("post", "return_parcel", "Send a parcel back."),
  ];
  const copy = toolOf("aaa", "track_parcel", "Track where a parcel is and when it arrives.");
  const unrelated = ["Balances a chemical equation", "Computes the orbit of a comet", "Tunes a piano string"].map(
    (description, place) => toolOf("aaa", `tool_${"abc"[place]}`, description),
  );

  expect(await firstOf(parcels, copy, ...unrelated, ...post)).toBe("mcp__post__track_parcel");
});

it("does not hold notes against a tool that have nothing to do with each other", async () => {
  const notes =
    "This tool is part of the Acme server. Requires the read scope. Rate limits apply: 60 calls per minute. See the documentation for details.";
  const noted = shop.map(({ description, ...fields }) => ({ ...fields, description: `${description} ${notes}` }));

  expect(await firstOf(parcels, ...noted)).toBe("mcp__shop__track_parcel");
  expect(await firstOf(parcels, ...noted.slice(-1), ...shop.slice(0, -1))).toBe("mcp__shop__track_parcel");
});
