import { defineService, find, now, ServiceError } from "./service.ts";

const customer = (id: string, name: string, email: string | null) => ({ id, name, email });
const payment = (id: string, customerId: string, amount: number, description: string, created: string) => ({
  id,
  customer: customerId,
  amount,
  currency: "eur",
  status: "succeeded",
  description,
  created,
});
const subscription = (id: string, customerId: string, price: string) => ({
  id,
  customer: customerId,
  status: "active",
  items: [{ id: `si_${id.slice(4)}`, price, quantity: 1 }],
});

const seed = () => ({
  customers: [
    customer("cus_RkA1", "Marta Kowalska", "marta@kowalska.example"),
    customer("cus_RkB2", "Gareth Price", "gareth.price@mail.example"),
    customer("cus_RkC3", "Yuki Tanaka", "yuki@tanaka.example"),
    customer("cus_RkD4", "Brightwater School", "office@brightwater.example"),
    customer("cus_RkE5", "Olivia Berg", "olivia.berg@mail.example"),
  ],
  paymentIntents: [
    payment("pi_3Qa01", "cus_RkB2", 18900, "Order 1041: rain jacket", "2026-03-02"),
    payment("pi_3Qa02", "cus_RkB2", 4500, "Order 1029: wool socks, 5 pairs", "2026-01-14"),
    payment("pi_3Qa03", "cus_RkE5", 32900, "Order 1042: Fjell 40 backpack", "2026-03-04"),
    payment("pi_3Qa04", "cus_RkC3", 900, "Trail club, March", "2026-03-01"),
    payment("pi_3Qa05", "cus_RkA1", 900, "Trail club, March", "2026-03-01"),
  ],
  refunds: [] as { id: string; payment_intent: string; amount: number; status: string }[],
  products: [
    { id: "prod_Club", name: "Trail club membership", description: "Monthly" },
    { id: "prod_Tent", name: "Tent rental, one weekend", description: "" },
    { id: "prod_Guide", name: "Guided day tour", description: "Up to eight people" },
  ],
  prices: [
    { id: "price_Club900", product: "prod_Club", unit_amount: 900, currency: "eur" },
    { id: "price_Tent6500", product: "prod_Tent", unit_amount: 6500, currency: "eur" },
    { id: "price_Guide42000", product: "prod_Guide", unit_amount: 42000, currency: "eur" },
  ],
  invoices: [] as { id: string; customer: string; status: string; days_until_due: number; lines: string[] }[],
  subscriptions: [
    subscription("sub_1Ma", "cus_RkA1", "price_Club900"),
    subscription("sub_1Yu", "cus_RkC3", "price_Club900"),
  ],
  coupons: [
    {
      id: "WELCOME",
      name: "Welcome",
      percent_off: 10 as number | null,
      amount_off: null as number | null,
      currency: null as string | null,
      duration: "once",
    },
  ],
  paymentLinks: [] as { id: string; price: string; quantity: number; url: string }[],
  disputes: [{ id: "dp_1Zz", payment_intent: "pi_3Qa02", amount: 4500, status: "needs_response", evidence: "" }],
});

type State = ReturnType<typeof seed>;

const noSuch = (what: string, id: string): string => `Failed to run: No such ${what}: '${id}'`;
const byId = <Item extends { id: string }>(items: readonly Item[], what: string, id: string): Item =>
  find(items, (item) => item.id === id, noSuch(what, id));
const newId = (prefix: string, items: readonly unknown[]): string => `${prefix}_New${items.length + 1}`;

function refund(state: State, args: { payment_intent: string; amount?: number }) {
  const paid = byId(state.paymentIntents, "payment_intent", args.payment_intent);
  const before = state.refunds
    .filter(({ payment_intent }) => payment_intent === paid.id)
    .reduce((sum, { amount }) => sum + amount, 0);
  const amount = args.amount ?? paid.amount - before;
  if (amount <= 0 || before + amount > paid.amount) {
    throw new ServiceError(
      `Failed to create refund: Refund amount (${amount}) is greater than unrefunded amount on charge (${paid.amount - before})`,
    );
  }
  const created = { id: newId("re", state.refunds), payment_intent: paid.id, amount, status: "succeeded" };
  state.refunds.push(created);
  return created;
}

export const stripe = defineService("stripe", seed, {
  list_customers: (state, args: { email?: string; limit?: number }) =>
    state.customers.filter(({ email }) => !args.email || email === args.email).slice(0, args.limit ?? 10),
  create_customer: (state, args: { name: string; email?: string }) => {
    const created = customer(newId("cus", state.customers), args.name, args.email ?? null);
    state.customers.push(created);
    return created;
  },
  list_products: (state) => state.products,
  create_product: (state, args: { name: string; description?: string }) => {
    const created = { id: newId("prod", state.products), name: args.name, description: args.description ?? "" };
    state.products.push(created);
    return created;
  },
  list_prices: (state, args: { product?: string }) =>
    state.prices.filter(({ product }) => !args.product || product === args.product),
  create_price: (state, args: { product: string; unit_amount: number; currency: string }) => {
    const created = {
      id: newId("price", state.prices),
      product: byId(state.products, "product", args.product).id,
      unit_amount: args.unit_amount,
      currency: args.currency.toLowerCase(),
    };
    state.prices.push(created);
    return created;
  },
  create_payment_link: (state, args: { price: string; quantity: number }) => {
    const id = newId("plink", state.paymentLinks);
    const created = {
      id,
      price: byId(state.prices, "price", args.price).id,
      quantity: args.quantity,
      url: `https://buy.stripe.com/test_${id}`,
    };
    state.paymentLinks.push(created);
    return created;
  },
  list_invoices: (state, args: { customer?: string }) =>
    state.invoices.filter((item) => !args.customer || item.customer === args.customer),
  create_invoice: (state, args: { customer: string; days_until_due?: number }) => {
    const created = {
      id: newId("in", state.invoices),
      customer: byId(state.customers, "customer", args.customer).id,
      status: "draft",
      days_until_due: args.days_until_due ?? 30,
      lines: [] as string[],
    };
    state.invoices.push(created);
    return created;
  },
  create_invoice_item: (state, args: { customer: string; price: string; invoice: string }) => {
    const invoice = byId(state.invoices, "invoice", args.invoice);
    if (invoice.customer !== args.customer)
      throw new ServiceError("Failed to create invoice item: the invoice belongs to another customer");
    if (invoice.status !== "draft")
      throw new ServiceError("Failed to create invoice item: the invoice is already finalized");
    invoice.lines.push(byId(state.prices, "price", args.price).id);
    return { id: `ii_${invoice.lines.length}`, invoice: invoice.id, price: args.price };
  },
  finalize_invoice: (state, args: { invoice: string }) => {
    const invoice = byId(state.invoices, "invoice", args.invoice);
    if (invoice.lines.length === 0) throw new ServiceError("Failed to finalize invoice: the invoice has no items");
    invoice.status = "open";
    return { ...invoice, hosted_invoice_url: `https://invoice.stripe.com/i/${invoice.id}` };
  },
  retrieve_balance: () => ({
    available: [{ amount: 1_284_350, currency: "eur" }],
    pending: [{ amount: 96_200, currency: "eur" }],
  }),
  create_refund: refund,
  list_payment_intents: (state, args: { customer?: string; limit?: number }) => {
    if (args.customer) byId(state.customers, "customer", args.customer);
    return state.paymentIntents
      .filter((item) => !args.customer || item.customer === args.customer)
      .slice(0, args.limit ?? 10);
  },
  list_subscriptions: (state, args: { customer?: string; price?: string; status?: string }) =>
    state.subscriptions
      .filter((item) => !args.customer || item.customer === args.customer)
      .filter((item) => !args.price || item.items.some(({ price }) => price === args.price))
      .filter((item) => args.status === "all" || item.status === (args.status ?? "active")),
  cancel_subscription: (state, args: { subscription: string }) => {
    const found = byId(state.subscriptions, "subscription", args.subscription);
    found.status = "canceled";
    return { ...found, canceled_at: now };
  },
  update_subscription: (
    state,
    args: { subscription: string; items?: { id?: string; price?: string; quantity?: number; deleted?: boolean }[] },
  ) => {
    const found = byId(state.subscriptions, "subscription", args.subscription);
    for (const { id, price, quantity } of args.items ?? []) {
      const item = found.items.find((existing) => existing.id === id) ?? found.items[0];
      if (item && price) item.price = byId(state.prices, "price", price).id;
      if (item && quantity) item.quantity = quantity;
    }
    return found;
  },
  list_coupons: (state) => state.coupons,
  create_coupon: (
    state,
    args: { name: string; percent_off?: number; amount_off: number; currency?: string; duration?: string },
  ) => {
    // The schema demands amount_off even for a percentage; the API refuses both, so a zero stands for none.
    const amount = args.amount_off || null;
    if ((args.percent_off === undefined) === (amount === null)) {
      throw new ServiceError("Failed to create coupon: You must pass exactly one of percent_off and amount_off");
    }
    const created = {
      id: newId("coupon", state.coupons),
      name: args.name,
      percent_off: args.percent_off ?? null,
      amount_off: amount,
      currency: amount === null ? null : (args.currency ?? "USD").toLowerCase(),
      duration: args.duration ?? "once",
    };
    state.coupons.push(created);
    return created;
  },
  list_disputes: (state) => state.disputes,
  update_dispute: (state, args: { dispute: string; evidence?: Record<string, string> }) => {
    const found = byId(state.disputes, "dispute", args.dispute);
    found.evidence = Object.values(args.evidence ?? {}).join("\n");
    return found;
  },
});
