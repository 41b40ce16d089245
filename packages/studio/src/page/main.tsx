import { signal } from "@preact/signals";
import type { AdminApiCaller } from "@toolcrib/gateway";
import { render } from "preact";
import { createAdminClient } from "./admin/admin-client.ts";
import { TraceStore } from "./admin/trace-store.ts";
import { App } from "./app/app.tsx";
import { startStudio } from "./studio/start-studio.ts";
import { createNavigation } from "./studio/studio.ts";
import { createTheme } from "./studio/theme.ts";

const keyName = "toolcrib-studio-key";
const key = signal(sessionStorage.getItem(keyName) ?? undefined);
key.subscribe((value) => {
  if (value === undefined) sessionStorage.removeItem(keyName);
  else sessionStorage.setItem(keyName, value);
});

const client = createAdminClient({ baseUrl: "/admin", key: () => key.value, fetch: (...call) => fetch(...call) });
const store = new TraceStore({
  client,
  wait: (milliseconds, stopped) =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      stopped.addEventListener("abort", () => {
        clearTimeout(timer);
        resolve();
      });
    }),
  nextFrame: (callback) => setTimeout(callback, 16),
});
const theme = createTheme(document.documentElement, localStorage);
const root = document.getElementById("studio");
const caller = signal<AdminApiCaller | undefined>(undefined);
const start = () => startStudio(client, store, caller);
if (root !== null) {
  render(<App studio={{ client, store, caller, start, key, theme, ...createNavigation(window) }} />, root);
}
void start();
