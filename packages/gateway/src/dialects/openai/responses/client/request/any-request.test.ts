import fc from "fast-check";
import { expect, it } from "vitest";
import { mutatedJson } from "../../../../../../../../scripts/test/mutated-json.ts";
import { useFuzzedGateway } from "../../../../../testing/gateways/fuzzed-gateway.ts";
import { fullRequest, searchRequest } from "../../../../../testing/responses/sample-requests.ts";

const { numRuns = 100 } = fc.readConfigureGlobal();
const { post } = useFuzzedGateway();

const routes = ["bridge", "native", "injected", "eager", "chat", "responses", "responses-injected"];

it.each(
  routes.flatMap(
    (model) =>
      [
        [model, "tools", fullRequest],
        [model, "tool search and MCP servers", searchRequest],
      ] as const,
  ),
)(
  "answers any JSON in OpenAI's form, and never with an internal error, on the route %s with %s",
  async (model, _what, sample) => {
    const first = await post(JSON.stringify({ ...sample, model }), "/v1/responses");
    expect([first.status, await first.text()]).toEqual([200, expect.stringContaining("event: response.completed\n")]);
    await fc.assert(
      fc.asyncProperty(mutatedJson({ ...sample, model }), fc.boolean(), async ({ json }, isCount) => {
        const response = await post(json, isCount ? "/v1/responses/input_tokens" : "/v1/responses");
        const text = await response.text();
        expect([200, 400, 404, 413]).toContain(response.status);
        expect(text).not.toContain('"code":"server_error"');
        if (response.status === 200) return;
        expect(JSON.parse(text)).toEqual({
          error: {
            message: expect.any(String),
            type: "invalid_request_error",
            param: expect.toSatisfy((param) => param === null || typeof param === "string"),
            code: expect.toSatisfy((code) => code === null || typeof code === "string"),
            request_id: expect.any(String),
          },
        });
      }),
      { numRuns },
    );
  },
);
