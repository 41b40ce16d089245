// The gateway as users get it: the built package, with a route for each kind of request.
import { createGateway } from "../../../packages/gateway/dist/index.js";

const upstream = process.argv[2] ?? "";
const gateway = await createGateway({
  upstreams: {
    plain: { dialect: "anthropic", url: upstream },
    search: { dialect: "anthropic", url: `${upstream}/search` },
    slow: { dialect: "anthropic", url: `${upstream}/slow` },
  },
  routes: [
    { model: "search-*", upstream: "search", loader: "bridge" },
    { model: "slow-*", upstream: "slow" },
    { model: "*", upstream: "plain", loader: "bridge" },
  ],
  limits: { bodyBytes: 64 * 2 ** 20 },
});
const { port } = await gateway.listen({ port: 0 });
process.send?.({ port });
// Nobody is left behind when the benchmark ends.
process.on("disconnect", () => process.exit());
