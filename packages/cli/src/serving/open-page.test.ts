import { describe, expect, it } from "vitest";
import { pageOpener } from "./open-page.ts";

describe("pageOpener", () => {
  it.each([
    ["darwin", {}, ["open"]],
    ["win32", {}, ["rundll32", "url.dll,FileProtocolHandler"]],
    ["linux", { DISPLAY: ":0" }, ["xdg-open"]],
    ["linux", { WAYLAND_DISPLAY: "wayland-0" }, ["xdg-open"]],
    ["linux", {}, undefined],
    ["darwin", { CI: "true" }, undefined],
    ["linux", { DISPLAY: ":10", SSH_CONNECTION: "1.2.3.4 5 6.7.8.9 22" }, undefined],
  ] as const)("on %s with %j is %j", (platform, environment, opener) => {
    expect(pageOpener(platform, environment)).toEqual(opener);
  });
});
