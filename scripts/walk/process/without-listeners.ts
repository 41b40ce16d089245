import { importBuilt } from "./import-built.ts";

type CurrentConfig = import("../../../packages/gateway/src/server/current-config.ts").CurrentConfig;
type Use = (this: CurrentConfig, ...made: Parameters<CurrentConfig["use"]>) => void;

/**
 * Makes gateways of this process without the listeners that they always have: trace, savings, metrics and the health of
 * upstreams. No option does that yet.
 */
export async function removeListeners(): Promise<void> {
  const { CurrentConfig } = await importBuilt<typeof import("../../../packages/gateway/src/server/current-config.ts")>(
    "gateway/dist/server/current-config.js",
  );
  const use = Reflect.get(CurrentConfig.prototype, "use") as Use;
  CurrentConfig.prototype.use = function (made) {
    use.call(this, { ...made, state: { ...made.state, sinks: [] } });
  };
}
