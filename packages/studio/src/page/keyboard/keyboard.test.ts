import { describe, expect, it } from "vitest";
import { keyAction } from "./keyboard.ts";

const pressed = { hasModifier: false, isInField: false, isOnButton: false };

describe("keyAction", () => {
  it("opens pages by number", () => {
    expect(keyAction({ ...pressed, key: "4" })).toEqual({ type: "page", page: "catalogue" });
    expect(keyAction({ ...pressed, key: "9" })).toEqual({ type: "page", page: "quotas" });
    expect(keyAction({ ...pressed, key: "0" })).toEqual({ type: "page", page: "logins" });
    expect(keyAction({ ...pressed, key: "10" })).toBeUndefined();
  });

  it("leaves the browser its own shortcuts", () => {
    expect(keyAction({ ...pressed, key: "1", hasModifier: true })).toBeUndefined();
  });

  it("leaves space to the button that has the focus", () => {
    expect(keyAction({ ...pressed, key: " " })).toEqual({ type: "play" });
    expect(keyAction({ ...pressed, key: " ", isOnButton: true })).toBeUndefined();
  });

  it("ignores keys while somebody types", () => {
    for (const key of ["1", "j", " ", "?", "ArrowLeft"]) {
      expect(keyAction({ ...pressed, key, isInField: true })).toBeUndefined();
    }
  });
});
