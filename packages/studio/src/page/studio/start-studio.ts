import type { Signal } from "@preact/signals";
import type { AdminApiCaller } from "@toolcrib/gateway";
import { type AdminClient, AdminError } from "../admin/admin-client.ts";
import type { TraceStore } from "../admin/trace-store.ts";

/** Finds out who uses the page. Only operators may watch requests; others see their own tools. */
export async function startStudio(
  client: Pick<AdminClient, "readCaller">,
  store: Pick<TraceStore, "start" | "stop" | "connection" | "isLoaded">,
  caller: Signal<AdminApiCaller | undefined>,
): Promise<void> {
  store.stop();
  try {
    caller.value = await client.readCaller();
  } catch (error) {
    caller.value = undefined;
    if (error instanceof AdminError && error.status === 401) {
      store.connection.value = { state: "key-needed", problem: error.message };
      store.isLoaded.value = true;
      return;
    }
  }
  if (caller.value === undefined || caller.value.role === "operator") {
    await store.start();
    return;
  }
  store.connection.value = { state: "live" };
  store.isLoaded.value = true;
}
