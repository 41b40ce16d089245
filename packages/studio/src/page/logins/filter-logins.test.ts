import { expect, it } from "vitest";
import { filterLogins } from "./filter-logins.ts";

const login = (user: string, server: string) => ({ organisation: "acme", user, server });
const logins = [login("bob", "linear"), login("ada", "linear"), login("ada", "crm")];

it("finds logins by parts of user and server, and sorts them", () => {
  expect(filterLogins(logins, "")).toEqual([logins[2], logins[1], logins[0]]);
  expect(filterLogins(logins, "  LIN ad ")).toEqual([logins[1]]);
  expect(filterLogins(logins, "eve")).toEqual([]);
});
