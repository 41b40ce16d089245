import { effect, type Signal, signal } from "@preact/signals";

const themeChoices = ["system", "light", "dark"] as const;

export type ThemeChoice = (typeof themeChoices)[number];

const storageKey = "toolcrib-studio-theme";

/** The selected theme, stored; `system` follows the operating system. */
export function createTheme(root: HTMLElement, storage: Storage): Signal<ThemeChoice> {
  const stored = storage.getItem(storageKey);
  const theme = signal<ThemeChoice>(themeChoices.find((choice) => choice === stored) ?? "system");
  effect(() => {
    if (theme.value === "system") delete root.dataset["theme"];
    else root.dataset["theme"] = theme.value;
    storage.setItem(storageKey, theme.value);
  });
  return theme;
}

export function nextTheme(theme: ThemeChoice): ThemeChoice {
  return themeChoices[(themeChoices.indexOf(theme) + 1) % themeChoices.length] ?? "system";
}
