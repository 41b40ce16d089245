import { describe, expect, it } from "vitest";
import { readTicketKeys } from "./ticket-keys.ts";

describe("readTicketKeys", () => {
  it.each([
    ["PAY-77 is the same thing as PAY-41", "issue ticket is the same thing as issue ticket link"],
    ["API-9 waits for API-4", "issue ticket waits for issue ticket link"],
    ["close API-9, API-4 and OPS-1", "close issue ticket, issue ticket and issue ticket"],
    ["API-9 uses UTF-8", "issue ticket uses UTF-8"],
    ["move OPS-12, please", "move issue ticket, please"],
    ["(WEB2-9)", "(issue ticket)"],
  ])("reads %j as %j", (text, read) => {
    expect(readTicketKeys(text)).toBe(read);
  });

  it.each(["UTF-8", "ask GPT-4", "CVE-2024-1234", "pay-77", "A-4", "re-run", "X-RAY", "MY-KEY_1", "SHA-256 of a file"])(
    "finds no ticket in %j",
    (text) => {
      expect(readTicketKeys(text)).toBeUndefined();
    },
  );
});
