import { expect, it } from "vitest";
import type { ClientRequest } from "../contracts/client-request.ts";
import { clientScope } from "./client-scope.ts";

const request = (callerScope: string | undefined): ClientRequest =>
  ({ caller: "ci", callerScope, credentials: {}, body: {}, raw: { headers: {} } }) as unknown as ClientRequest;

it("keys of the same name in two organisations are two callers", () => {
  expect(clientScope(request("acme's key"))).not.toBe(clientScope(request("another's key")));
  expect(clientScope(request("acme's key"))).toBe(clientScope(request("acme's key")));
});
