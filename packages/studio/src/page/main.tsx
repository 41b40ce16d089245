import { signal } from "@preact/signals";
import { render } from "preact";
import { createAdminClient } from "./admin/admin-client.ts";
import { TraceStore } from "./admin/trace-store.ts";
import { App } from "./app/app.tsx";
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
if (root !== null) render(<App studio={{ client, store, key, theme, ...createNavigation(window) }} />, root);
void store.start();
