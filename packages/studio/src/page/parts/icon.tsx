import type { JSX } from "preact";

/** Outlines on a grid of 16. */
const outlines = {
  overview: "M2.5 2.5h4.5v6H2.5zM9 2.5h4.5v3.5H9zM9 8.5h4.5v5H9zM2.5 11h4.5v2.5H2.5z",
  flow: "M2 5h11m-2.5-2.5L13 5l-2.5 2.5M14 11H3m2.5-2.5L3 11l2.5 2.5",
  budget: "M3 13.5V8m5 5.5v-11m5 11V6",
  catalogue: "M2.5 3h11M2.5 8h11M2.5 13h7M2.5 3v10",
  search: "M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10m3.6-1.4L14 14",
  doctor: "M1.5 8.5H4L6 3l3.5 10L11.5 8h3",
  access: "M5.5 10.5a3 3 0 1 1 2.6-4.5h5.4v3h-2v2h-3V9.5h-.4a3 3 0 0 1-2.6 1M5.5 7.5v.01",
  audit: "M8 1.8 13.5 4v4c0 3.1-2.2 5.2-5.5 6.3C4.7 13.2 2.5 11.1 2.5 8V4zM5.4 8l1.9 1.9 3.4-3.7",
  quotas: "M2.6 12.5a6.5 6.5 0 1 1 10.8 0M8 9.5l3-3.4M8 9.5v.01",
  logins: "M9.5 2.5h4v11h-4M2.5 8h8M7.5 5l3 3-3 3",
  call: "M9.5 1.5 3.5 9H8l-1.5 5.5 6-7.5H8z",
  cache: "M8 1.8 14 5 8 8.2 2 5zM2 8l6 3.2L14 8M2 11l6 3.2 6-3.2",
  error: "M8 2 14.5 13.5h-13zM8 6.5v3m0 2v.01",
  good: "M8 14.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13M5.2 8.2l2 2 3.6-4.2",
  miss: "M8 14a6 6 0 1 0 0-12 6 6 0 0 0 0 12M3.8 3.8l8.4 8.4",
  system: "M2 3h12v8H2zM6 14h4M8 11v3",
  light:
    "M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6M8 1.2v1.5m0 10.6v1.5M1.2 8h1.5m10.6 0h1.5M3.2 3.2l1 1m7.6 7.6 1 1m0-9.6-1 1m-7.6 7.6-1 1",
  dark: "M13.5 9.6A6 6 0 0 1 6.4 2.5a6 6 0 1 0 7.1 7.1",
  help: "M8 14.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13M6.2 6.2a1.8 1.8 0 1 1 2.6 1.6c-.6.3-.8.7-.8 1.4m0 2.2v.01",
  request: "M2 8h11M9.5 4.5 13 8l-3.5 3.5",
} as const;

export type IconName = keyof typeof outlines;

/** A small picture beside a word; never the only carrier of a meaning. */
export function Icon({ name }: { readonly name: IconName }): JSX.Element {
  return (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={outlines[name]} />
    </svg>
  );
}
