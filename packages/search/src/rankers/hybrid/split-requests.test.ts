import { describe, expect, it } from "vitest";
import { splitRequests } from "./split-requests.ts";

describe("splitRequests", () => {
  it.each([
    [
      "Get the price of Aspirin and then the dosage of Ibuprofen",
      ["Get the price of Aspirin", "the dosage of Ibuprofen"],
    ],
    ["Book a flight. Send the receipt by mail!", ["Book a flight.", "Send the receipt by mail!"]],
    ["预订机票。发送收据邮件。", ["预订机票。", "发送收据邮件。"]],
    ["create an issue\nlist the channels", ["create an issue", "list the channels"]],
    [
      "read the whole contents of the file,   and   send it to the team channel",
      ["read the whole contents of the file", "send it to the team channel"],
    ],
  ])("cuts a text into the things that it asks for: %j", (text, requests) => {
    expect(splitRequests(text)).toEqual(requests);
  });

  it.each(["", "send a mail", "salt and pepper", "Please. Thank you. Send a mail.", "version 2.5 of the file"])(
    "leaves a text that asks for one thing whole: %j",
    (text) => {
      expect(splitRequests(text)).toEqual([]);
    },
  );

  it("returns at most eight requests", () => {
    expect(splitRequests("Send a mail. ".repeat(50))).toHaveLength(8);
  });
});
