import fc from "fast-check";
import { expect, it } from "vitest";
import { mutatedJson } from "../../../../../../../../scripts/test/mutated-json.ts";
import { GatewayError } from "../../../../../errors/gateway-error.ts";
import { fullRequest, receivedJson, searchRequest } from "../../../../../testing/responses/sample-requests.ts";
import { responsesDialect } from "../../responses-dialect.ts";

const { numRuns = 100 } = fc.readConfigureGlobal();

/** Whether it is parsed; throws what is not the client's mistake. */
function isParsed(json: string, parse = responsesDialect.createParser()): boolean {
  try {
    const parsed = parse(receivedJson(json));
    if (parsed.rejection !== undefined) throw parsed.rejection;
    responsesDialect.createStreamEncoder(parsed).encode({ type: "message_stop" });
    return true;
  } catch (error) {
    if (error instanceof GatewayError && [400, 413].includes(error.status)) return false;
    throw error;
  }
}

it.each([
  ["tools", fullRequest],
  ["tool search", searchRequest],
])("parses any JSON like a request with %s, or throws a GatewayError", (_what, sample) => {
  expect(isParsed(JSON.stringify(sample))).toBe(true);
  const parse = responsesDialect.createParser();
  fc.assert(
    fc.property(mutatedJson(sample), ({ json }) => {
      isParsed(json, parse);
    }),
    { numRuns: numRuns * 10 },
  );
  fc.assert(
    fc.property(fc.json(), (json) => {
      isParsed(json, parse);
    }),
  );
});

it.each([
  ["__proto__ as a field", '{"model":"m","input":"Hi","__proto__":{"stream":true}}'],
  ["a deep input", `{"model":"m","input":${"[".repeat(50_000)}${"]".repeat(50_000)}}`],
  ["deep metadata", `{"model":"m","input":"Hi","metadata":{"a":${"[".repeat(5_000)}${"]".repeat(5_000)}}}`],
  [
    "a deep choice",
    `{"model":"m","input":"Hi","tool_choice":{"type":"auto","a":${"[".repeat(5_000)}${"]".repeat(5_000)}}}`,
  ],
])("refuses %s", (_what, json) => {
  expect(isParsed(json)).toBe(false);
});
