import type { AdminApiHealth } from "../../http/admin/admin-api.ts";
import { question } from "../answering-gateway.ts";
import { type Proof, withUpstream } from "./proof.ts";

/** Where data that outlives a request is kept. */
export const storeProofs: readonly Proof[] = [
  {
    setting: "store",
    shows: "which store the health names, and that a database that is down stops no request",
    config: (store, stage) => withUpstream(stage, { store }),
    observe: async ({ post, get }) => {
      const { status } = await post(question);
      const { writers } = (await (await get("/admin/health")).json()) as AdminApiHealth;
      return [status, ...writers.map(({ name, target }) => `${name} in ${target}`)];
    },
    outcomes: [
      ["memory", [200]],
      ["postgres://nobody@127.0.0.1:1/none", [200, "store in postgres"]],
    ],
  },
  {
    setting: "search.index",
    shows: "whether a database is needed, which a store in memory has none of",
    config: (index, stage) => withUpstream(stage, { search: { index } }),
    observe: async ({ post }) => (await post(question)).status,
    outcomes: [
      ["memory", 200],
      ["store", { rejected: "index_needs_store" }],
    ],
  },
];
