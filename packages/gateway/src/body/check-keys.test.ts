import { describe, expect, it } from "vitest";
import { checkKeys } from "./check-keys.ts";

const fields = {
  names: new Set(["model", "messages", "content", "type", "text", "tools", "name", "input", "metadata"]),
  holders: new Set(["messages", "content", "tools"]),
  maps: new Set(["configs"]),
};
const check = (text: string) => () => checkKeys(Buffer.from(text), fields);

describe("checkKeys", () => {
  it.each([
    '{"model":"m","messages":[{"content":[{"type":"text","text":"a"},{"type":"text","text":"b"}]}]}',
    '{"model":"m","input":{"Model":1,"model":2,"model":3},"metadata":{"a":1,"a":2}}',
    '{"later":{"name":1,"name":2},"\\u006cater2":1}',
    '[{"name":"a"},{"name":"a"}]',
    '{"tools":[{"configs":{"Name":{"type":1},"name":{"type":1},"n\\u0061mes":{}}}]}',
    `{"configs":{${Array.from({ length: 300 }, (_, index) => `"k${index}":{"type":1}`).join(",")}}}`,
    '{"model":"{\\"model\\":1,\\"model\\":2}"}',
    "",
    "[",
    '{"a"',
    '{"a":1,}',
    '{"model":"m" "messages":[]}',
  ])("accepts %s", (text) => {
    expect(check(text)).not.toThrow();
  });

  it.each([
    ['{"model":"a","model":"b"}', "expected each key of an object once, got model"],
    ['{"later":1,"\\u006cater":2}', "expected each key of an object once, got later"],
    ['{"\\u006dodel":"a"}', "expected the field model in exactly this spelling, got \\u006dodel"],
    ['{"Model":"a"}', "expected the field model in exactly this spelling, got Model"],
    ['{"ſystem":1,"Toolſ":[]}', "expected the field tools in exactly this spelling, got Toolſ"],
    [
      '{"messages":[{"content":[{"type":"text","TEXT":"a"}]}]}',
      "expected the field text in exactly this spelling, got TEXT",
    ],
    ['{"tools":[{"name":"a","name":"b"}]}', "expected each key of an object once, got name"],
    ['{"configs":{"a":{"type":1},"\\u0061":{"type":2}}}', "expected each key of an object once, got a"],
    ['{"configs":{"a":{"type":1,"Type":2}}}', "expected the field type in exactly this spelling, got Type"],
    ['{"configs":[{"type":1,"type":2}]}', "expected each key of an object once, got type"],
    ['{"__proto__":{"tools":[]}}', "expected a field of the API, got __proto__"],
    ['{"\\u005f_proto__":{"tools":[]}}', "expected a field of the API, got __proto__"],
    [' [ { "name" : "a" , "name" : "b" } ] ', "expected each key of an object once, got name"],
  ])("refuses %s", (text, problem) => {
    expect(check(text)).toThrow(problem);
  });

  it("limits the fields of an object, and the objects", () => {
    const wide = Array.from({ length: 257 }, (_, index) => `"k${index}":1`).join(",");

    expect(check(`{"messages":[{${wide}}]}`)).toThrow("expected at most 256 fields in an object of the API");
    expect(check(`{"input":{${wide}}}`)).not.toThrow();
    const message = `{${Array.from({ length: 200 }, (_, index) => `"k${index}":1`).join(",")}}`;
    expect(check(`{"messages":[${`${message},`.repeat(1_400)}{}]}`)).not.toThrow();
    expect(check(`{"messages":[${`${message},`.repeat(1_500)}{"k":1}]}`)).toThrow("at most 300000 fields in messages");
    expect(check(`{"messages":[${"{},".repeat(60_000)}{}]}`)).toThrow("at most 60000 messages, blocks and tools");
  });
});
