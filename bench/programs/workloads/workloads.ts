/** A call that the model makes. */
export interface WorkCall {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** A task: how a model does it call by call, and as a program. */
export interface Workload {
  readonly name: string;
  readonly tools: readonly string[];
  /** Yields the calls of one turn, gets their results, and returns the answer. */
  readonly steps: () => Generator<readonly WorkCall[], unknown, readonly unknown[]>;
  /** The same as the body of an async function. Results of tools are text in the Messages API. */
  readonly code: string;
}

const call = (name: string, input: WorkCall["input"]): WorkCall => ({ name, input });
type Row = Readonly<Record<string, number>>;

export const workloads: readonly Workload[] = [
  {
    name: "fan-out over 20 records",
    tools: ["list_orders", "get_order"],
    *steps() {
      const [ids] = (yield [call("list_orders", { day: "2026-11-16" })]) as [number[]];
      const orders = (yield ids.map((id) => call("get_order", { id }))) as readonly { state: string; total: number }[];
      return orders.filter(({ state }) => state === "open").reduce((sum, { total }) => sum + total, 0);
    },
    code: `const ids = JSON.parse(await tools.list_orders({ day: "2026-11-16" }));
const orders = (await Promise.all(ids.map((id) => tools.get_order({ id })))).map((text) => JSON.parse(text));
return orders.filter(({ state }) => state === "open").reduce((sum, { total }) => sum + total, 0);`,
  },
  {
    name: "filter 2,000 rows",
    tools: ["query_table"],
    *steps() {
      const [rows] = (yield [call("query_table", { table: "sales" })]) as [{ city: string; amount: number }[]];
      return rows.filter(({ city, amount }) => city === "Oslo" && amount > 900).length;
    },
    code: `const rows = JSON.parse(await tools.query_table({ table: "sales" }));
return rows.filter(({ city, amount }) => city === "Oslo" && amount > 900).length;`,
  },
  {
    name: "chain of five calls",
    tools: ["get_ticket", "get_customer", "get_contract", "get_plan", "get_price"],
    *steps() {
      const [ticket] = (yield [call("get_ticket", { id: "T-1" })]) as [{ customer: string }];
      const [customer] = (yield [call("get_customer", { id: ticket.customer })]) as [{ contract: string }];
      const [contract] = (yield [call("get_contract", { id: customer.contract })]) as [{ plan: string }];
      const [plan] = (yield [call("get_plan", { id: contract.plan })]) as [{ price: string }];
      const [price] = (yield [call("get_price", { id: plan.price })]) as [{ amount: number }];
      return price.amount;
    },
    code: `const { customer } = JSON.parse(await tools.get_ticket({ id: "T-1" }));
const { contract } = JSON.parse(await tools.get_customer({ id: customer }));
const { plan } = JSON.parse(await tools.get_contract({ id: contract }));
const { price } = JSON.parse(await tools.get_plan({ id: plan }));
return JSON.parse(await tools.get_price({ id: price })).amount;`,
  },
  {
    name: "join of two lists",
    tools: ["list_customers", "list_invoices"],
    *steps() {
      const lists = yield [call("list_customers", { region: "EU" }), call("list_invoices", { year: 2026 })];
      const [customers, invoices] = lists as [{ id: number; name: string }[], (Row & { paid: boolean })[]];
      const debts = customers.map(({ id }) =>
        invoices
          .filter((each) => each["customer"] === id && !each.paid)
          .reduce((sum, each) => sum + (each["amount"] ?? 0), 0),
      );
      return customers[debts.indexOf(Math.max(...debts))]?.name;
    },
    code: `const lists = await Promise.all([tools.list_customers({ region: "EU" }), tools.list_invoices({ year: 2026 })]);
const [customers, invoices] = lists.map((text) => JSON.parse(text));
const debtOf = (id) => invoices.filter((each) => each.customer === id && !each.paid).reduce((sum, { amount }) => sum + amount, 0);
const debts = customers.map(({ id }) => debtOf(id));
return customers[debts.indexOf(Math.max(...debts))].name;`,
  },
  {
    name: "count errors in three pages of logs",
    tools: ["read_log"],
    *steps() {
      const pages = (yield [0, 1, 2].map((page) => call("read_log", { service: "api", page }))) as readonly string[];
      return pages.join("\n").split(" ERROR ").length - 1;
    },
    code: `const pages = await Promise.all([0, 1, 2].map((page) => tools.read_log({ service: "api", page })));
return pages.join("\\n").split(" ERROR ").length - 1;`,
  },
  {
    name: "ten pages, one after the other",
    tools: ["list_events"],
    *steps() {
      let hours = 0;
      for (let cursor: string | null = "0"; cursor !== null; ) {
        const [page] = (yield [call("list_events", { calendar: "team", cursor })]) as [
          { events: Row[]; next: string | null },
        ];
        hours += page.events.reduce((sum, event) => sum + (event["hours"] ?? 0), 0);
        cursor = page.next;
      }
      return hours;
    },
    code: `let hours = 0;
for (let cursor = "0"; cursor !== null; ) {
  const { events, next } = JSON.parse(await tools.list_events({ calendar: "team", cursor }));
  hours += events.reduce((sum, event) => sum + event.hours, 0);
  cursor = next;
}
return hours;`,
  },
  {
    name: "compare two documents",
    tools: ["get_document"],
    *steps() {
      const [older = [], newer = []] = (
        (yield ["old", "new"].map((name) => call("get_document", { name }))) as string[]
      ).map((text) => text.split("\n"));
      return newer.flatMap((line, index) => (line === older[index] ? [] : [index])).join(", ");
    },
    code: `const documents = await Promise.all(["old", "new"].map((name) => tools.get_document({ name })));
const [older, newer] = documents.map((text) => text.split("\\n"));
return newer.flatMap((line, index) => (line === older[index] ? [] : [index])).join(", ");`,
  },
  {
    name: "close stale issues",
    tools: ["list_issues", "close_issue"],
    *steps() {
      const [issues] = (yield [call("list_issues", { repository: "shop" })]) as [Row[]];
      const stale = issues.filter((issue) => (issue["idleDays"] ?? 0) > 80);
      yield stale.map(({ id }) => call("close_issue", { id, reason: "stale" }));
      return stale.length;
    },
    code: `const issues = JSON.parse(await tools.list_issues({ repository: "shop" }));
const stale = issues.filter(({ idleDays }) => idleDays > 80);
for (const { id } of stale) await tools.close_issue({ id, reason: "stale" });
return stale.length;`,
  },
  {
    name: "reorder what runs low",
    tools: ["get_stock", "order_product"],
    *steps() {
      const products = Array.from({ length: 12 }, (_, index) => `P-${index + 1}`);
      const stock = (yield products.map((product) => call("get_stock", { product }))) as readonly {
        product: string;
        pieces: number;
      }[];
      const low = stock.filter(({ pieces }) => pieces < 15);
      yield low.map(({ product }) => call("order_product", { product, pieces: 50 }));
      return low.map(({ product }) => product).join(", ");
    },
    code: `const products = Array.from({ length: 12 }, (_, index) => \`P-\${index + 1}\`);
const stock = (await Promise.all(products.map((product) => tools.get_stock({ product })))).map((text) => JSON.parse(text));
const low = stock.filter(({ pieces }) => pieces < 15);
for (const { product } of low) await tools.order_product({ product, pieces: 50 });
return low.map(({ product }) => product).join(", ");`,
  },
  {
    name: "one call",
    tools: ["get_weather"],
    *steps() {
      const [weather] = (yield [call("get_weather", { city: "Graz" })]) as [{ degrees: number }];
      return weather.degrees;
    },
    code: `return JSON.parse(await tools.get_weather({ city: "Graz" })).degrees;`,
  },
];
