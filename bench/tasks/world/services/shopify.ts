import { assignGiven, defineService, find, matchesWords, remove } from "./service.ts";

const product = (
  number: number,
  title: string,
  productType: string,
  price: string,
  more: { status?: string; stock?: number } = {},
) => ({
  id: `gid://shopify/Product/${number}`,
  title,
  productType,
  status: more.status ?? "ACTIVE",
  tags: [] as string[],
  descriptionHtml: "",
  totalInventory: more.stock ?? 20,
  variants: [{ id: `gid://shopify/ProductVariant/${number}1`, title: "Default", price, sku: `HAL-${number}` }],
});

const order = (number: number, customer: number, total: string, items: string[], status: string, city: string) => ({
  id: `gid://shopify/Order/${number + 5_000_000}`,
  name: `#${number}`,
  customer: `gid://shopify/Customer/${customer}`,
  totalPrice: total,
  currency: "EUR",
  items,
  status,
  note: "",
  tags: [] as string[],
  shippingAddress: { address1: "Main Street 1", city, zip: "10115", country: "Germany" },
});

const seed = () => ({
  products: [
    product(801, "Fjell 40 backpack", "Backpacks", "329.00", { stock: 0 }),
    product(802, "Rain jacket Sund", "Jackets", "189.00"),
    product(803, "Winter parka Varde", "Jackets", "399.00", { stock: 4 }),
    product(804, "Ice axe Tind", "Winter", "119.00"),
    product(805, "Snow shoes Vidda", "Winter", "159.00"),
    product(806, "Avalanche shovel Skred", "Winter", "69.00"),
    product(807, "Wool socks", "Clothing", "9.00", { stock: 310 }),
    product(808, "Gas stove Glo", "Cooking", "59.00", { status: "DRAFT" }),
  ],
  customers: [
    {
      id: "gid://shopify/Customer/301",
      firstName: "Gareth",
      lastName: "Price",
      email: "gareth.price@mail.example",
      phone: null as string | null,
      tags: [] as string[],
      note: "",
      numberOfOrders: 2,
    },
    {
      id: "gid://shopify/Customer/302",
      firstName: "Olivia",
      lastName: "Berg",
      email: "olivia.berg@mail.example",
      phone: null as string | null,
      tags: ["newsletter"],
      note: "",
      numberOfOrders: 1,
    },
    {
      id: "gid://shopify/Customer/303",
      firstName: "Hana",
      lastName: "Novak",
      email: "hana@novak.example",
      phone: null as string | null,
      tags: [] as string[],
      note: "",
      numberOfOrders: 7,
    },
  ],
  orders: [
    order(1040, 303, "477.00", ["Winter parka Varde", "Wool socks", "Avalanche shovel Skred"], "closed", "Prague"),
    order(1041, 301, "189.00", ["Rain jacket Sund"], "closed", "Cardiff"),
    order(1042, 302, "329.00", ["Fjell 40 backpack"], "open", "Bergen"),
    order(1043, 303, "218.00", ["Snow shoes Vidda", "Gas stove Glo"], "open", "Prague"),
    order(1044, 301, "69.00", ["Avalanche shovel Skred"], "open", "Cardiff"),
  ],
});

type State = ReturnType<typeof seed>;
type Product = State["products"][number];

const lastPart = (id: string): string => id.split("/").at(-1) ?? id;
const byId = <Item extends { id: string }>(items: readonly Item[], what: string, id: string): Item =>
  find(items, (item) => lastPart(item.id) === lastPart(id), `Failed to fetch ${what}: ${what} with ID ${id} not found`);

const showOrder = (state: State, { customer, ...rest }: State["orders"][number]) => {
  const { firstName, lastName, email, id } = byId(state.customers, "Customer", customer);
  return { ...rest, customer: { id, firstName, lastName, email } };
};

export const shopify = defineService("shopify", seed, {
  "get-products": (state, args: { searchTitle?: string; limit?: number }) => ({
    products: state.products
      .filter(({ title }) => matchesWords(args.searchTitle ?? "", title))
      .slice(0, args.limit ?? 10),
  }),
  "get-product-by-id": (state, args: { productId: string }) => ({
    product: byId(state.products, "Product", args.productId),
  }),
  "get-customers": (state, args: { searchQuery?: string; limit?: number }) => ({
    customers: state.customers
      .filter(({ firstName, lastName, email }) =>
        matchesWords((args.searchQuery ?? "").replace(/^\w+:/, ""), firstName, lastName, email),
      )
      .slice(0, args.limit ?? 10),
  }),
  "get-orders": (state, args: { status?: string; limit?: number }) => ({
    orders: state.orders
      .filter(({ status }) => !args.status || args.status === "any" || status === args.status)
      .slice(0, args.limit ?? 10)
      .map((item) => showOrder(state, item)),
  }),
  "get-order-by-id": (state, args: { orderId: string }) => ({
    order: showOrder(state, byId(state.orders, "Order", args.orderId)),
  }),
  "get-customer-orders": (state, args: { customerId: string }) => ({
    orders: state.orders
      .filter(({ customer }) => lastPart(customer) === lastPart(args.customerId))
      .map((item) => showOrder(state, item)),
  }),
  "update-order": (
    state,
    args: { id: string; tags?: string[]; note?: string; shippingAddress?: Record<string, string> },
  ) => {
    const target = byId(state.orders, "Order", args.id);
    assignGiven(target, { tags: args.tags, note: args.note } as Partial<typeof target>);
    Object.assign(target.shippingAddress, args.shippingAddress);
    return { order: showOrder(state, target) };
  },
  "update-customer": (state, args: { id: string } & Record<string, unknown>) => {
    const target = byId(state.customers, "Customer", args.id);
    const { firstName, lastName, email, phone, tags, note } = args;
    assignGiven(target, { firstName, lastName, email, phone, tags, note } as Partial<typeof target>);
    return { customer: target };
  },
  "create-product": (
    state,
    args: { title: string; productType?: string; status?: string; tags?: string[]; descriptionHtml?: string },
  ) => {
    const created = product(900 + state.products.length, args.title, args.productType ?? "", "0.00", {
      status: args.status ?? "DRAFT",
      stock: 0,
    });
    assignGiven(created, { tags: args.tags, descriptionHtml: args.descriptionHtml } as Partial<Product>);
    state.products.push(created);
    return { product: created };
  },
  "update-product": (state, args: { id: string } & Record<string, unknown>) => {
    const target = byId(state.products, "Product", args.id);
    const { title, status, tags, productType, descriptionHtml } = args;
    assignGiven(target, { title, status, tags, productType, descriptionHtml } as Partial<Product>);
    return { product: target };
  },
  "manage-product-variants": (
    state,
    args: { productId: string; variants: { id?: string; price?: string; sku?: string }[] },
  ) => {
    const target = byId(state.products, "Product", args.productId);
    for (const given of args.variants) {
      const variant = given.id === undefined ? undefined : byId(target.variants, "Variant", given.id);
      if (variant) assignGiven(variant, { price: given.price, sku: given.sku } as Partial<typeof variant>);
      else
        target.variants.push({
          id: `gid://shopify/ProductVariant/9${target.variants.length}`,
          title: "New",
          price: given.price ?? "0.00",
          sku: given.sku ?? "",
        });
    }
    return { product: target };
  },
  "delete-product": (state, args: { id: string }) => ({
    deletedProductId: remove(
      state.products,
      ({ id }) => lastPart(id) === lastPart(args.id),
      `Product ${args.id} not found`,
    ).id,
  }),
});
