import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Frees what nothing refers to, so that one system's leftovers are not another's pause. */
export function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  collect();
  collect();
}

/** Bytes that live objects hold. `external` includes array buffers. */
export function liveBytes(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
