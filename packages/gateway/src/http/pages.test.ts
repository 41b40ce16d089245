import { expect, it } from "vitest";
import { createGateway } from "../server/create-gateway.ts";

it("lets no other page show the studio in a frame", async () => {
  const gateway = await createGateway({}, { pages: () => ({ body: "<html></html>", type: "text/html" }) });

  const { headers } = await gateway.app.request("http://localhost/studio/");

  expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  expect(headers.get("x-frame-options")).toBe("DENY");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  await gateway.close();
});
