/** A tool of the client. */
export interface WorkTool {
  readonly name: string;
  readonly description: string;
  readonly input_schema: object;
  readonly execute: (input: Readonly<Record<string, unknown>>) => unknown;
}

const text = (description: string) => ({ type: "string", description });
const whole = (description: string) => ({ type: "integer", description });

function tool(name: string, description: string, properties: object, execute: WorkTool["execute"]): WorkTool {
  const input_schema = { type: "object", properties, required: Object.keys(properties).slice(0, 1) };
  return { name, description, input_schema, execute };
}

const cities = ["Berlin", "Lisbon", "Oslo", "Graz"];
const list = <Item>(length: number, make: (index: number) => Item): Item[] => Array.from({ length }, (_, i) => make(i));

/** The tools that the workloads need, with the same data in every run. */
const needed: readonly WorkTool[] = [
  tool("list_orders", "Lists the ids of all orders of a day.", { day: text("The day as YYYY-MM-DD.") }, () =>
    list(20, (index) => 500 + index),
  ),
  tool(
    "get_order",
    "Gets an order with its customer, lines, totals and state.",
    { id: whole("The order's id.") },
    ({ id }) => ({
      id,
      customer: `C-${(Number(id) * 7) % 90}`,
      state: Number(id) % 3 === 0 ? "open" : "paid",
      total: (Number(id) * 37) % 1000,
      lines: list(6, (line) => ({
        article: `A-${line}`,
        description: "A part with a name of some length",
        amount: line + 1,
        price: 19.5,
      })),
    }),
  ),
  tool("query_table", "Returns all rows of a table of the warehouse.", { table: text("The table's name.") }, () =>
    list(2_000, (id) => ({ id, city: cities[id % 4], amount: (id * 37) % 1_000, month: (id % 12) + 1 })),
  ),
  tool("get_ticket", "Gets a support ticket.", { id: text("The ticket's id.") }, ({ id }) => ({
    id,
    customer: "C-77",
    subject: "Cannot log in",
    history: "…".repeat(400),
  })),
  tool("get_customer", "Gets a customer's master data.", { id: text("The customer's id.") }, ({ id }) => ({
    id,
    name: "Ada",
    contract: "K-12",
    address: "Some street 5, Graz",
    notes: "…".repeat(300),
  })),
  tool("get_contract", "Gets a contract.", { id: text("The contract's id.") }, ({ id }) => ({
    id,
    plan: "P-3",
    terms: "…".repeat(600),
  })),
  tool("get_plan", "Gets a tariff plan.", { id: text("The plan's id.") }, ({ id }) => ({
    id,
    price: "Z-9",
    features: list(20, (feature) => `feature ${feature}`),
  })),
  tool("get_price", "Gets a price by its id.", { id: text("The price's id.") }, ({ id }) => ({
    id,
    amount: 49,
    currency: "EUR",
  })),
  tool("list_customers", "Lists all customers.", { region: text("The region.") }, () =>
    list(200, (id) => ({ id, name: `Customer ${id}`, city: cities[id % 4] })),
  ),
  tool("list_invoices", "Lists all invoices with their state.", { year: whole("The year.") }, () =>
    list(400, (id) => ({ id, customer: (id * 13) % 200, amount: (id * 91) % 700, paid: id % 4 !== 0 })),
  ),
  tool(
    "read_log",
    "Reads a page of 500 lines of a service's log.",
    { service: text("The service."), page: whole("The page, from 0.") },
    ({ page }) =>
      list(
        500,
        (line) =>
          `2026-11-17T10:${String(line % 60).padStart(2, "0")} ${line % 17 === 0 ? "ERROR" : "INFO"} request ${Number(page) * 500 + line} took ${line % 90} ms`,
      ).join("\n"),
  ),
  tool(
    "list_events",
    "Lists calendar events, 25 on a page.",
    { calendar: text("The calendar."), cursor: text("Where to go on.") },
    ({ cursor }) => {
      const page = Number(cursor ?? 0);
      const events = list(25, (index) => ({
        id: page * 25 + index,
        title: `Meeting ${index}`,
        hours: (index % 4) + 1,
      }));
      return { events, next: page < 9 ? String(page + 1) : null };
    },
  ),
  tool("get_document", "Gets the text of a document.", { name: text("Its name.") }, ({ name }) =>
    list(
      250,
      (line) =>
        `Paragraph ${line} of the agreement${name === "new" && line % 60 === 5 ? ", changed" : ""} says what both sides do in a case like this.`,
    ).join("\n"),
  ),
  tool("list_issues", "Lists the open issues of a repository.", { repository: text("The repository.") }, () =>
    list(60, (id) => ({
      id,
      title: `Issue about something ${id}`,
      body: "It happens when one opens the page twice. ".repeat(4),
      idleDays: (id * 11) % 100,
    })),
  ),
  tool(
    "close_issue",
    "Closes an issue with a reason.",
    { id: whole("The issue's id."), reason: text("Why.") },
    ({ id }) => ({ id, state: "closed" }),
  ),
  tool(
    "get_stock",
    "Tells how many pieces of a product are in stock.",
    { product: text("The product.") },
    ({ product }) => ({ product, pieces: (Number(String(product).slice(2)) * 29) % 50, shelf: "B-4", supplier: "S-1" }),
  ),
  tool(
    "order_product",
    "Orders pieces of a product.",
    { product: text("The product."), pieces: whole("How many.") },
    ({ product }) => ({ product, ordered: true }),
  ),
  tool("get_weather", "Tells the weather of a city.", { city: text("The city.") }, ({ city }) => ({
    city,
    degrees: 7,
    sky: "rain",
  })),
];

const services = [
  "github",
  "calendar",
  "drive",
  "mail",
  "crm",
  "payroll",
  "shipping",
  "wiki",
  "metrics",
  "deploy",
  "chat",
  "survey",
];
const verbs = ["list", "create", "update", "archive"];

/** Tools that are there as well: twelve services, four tools each. */
const others: readonly WorkTool[] = services.flatMap((service) =>
  verbs.map((verb) =>
    tool(
      `${service}_${verb}_entries`,
      `${verb.charAt(0).toUpperCase()}${verb.slice(1)}s entries of ${service}. Works on one workspace at a time; use the filter to restrict what is affected, and the page to go on.`,
      {
        workspace: text(`The workspace of ${service}, by its short name.`),
        filter: text("An expression that entries have to match, such as owner:ada or state:open."),
        fields: { type: "array", items: { type: "string" }, description: "The fields to return or to set." },
        page: whole("The page, from 0."),
      },
      () => [],
    ),
  ),
);

export const catalogue: readonly WorkTool[] = [...needed, ...others];
