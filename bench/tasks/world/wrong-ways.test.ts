import { expect, it } from "vitest";
import { createWorld, tasks } from "../material/index.ts";
import type { CallResult } from "../types.ts";

type Call = (tool: string, args: Readonly<Record<string, unknown>>) => CallResult;

const storefront = { owner: "halden", repo: "storefront" };
const event = {
  calendarId: "primary",
  summary: "Northwind backpacks",
  attendees: [{ email: "lena.vogt@northwind.example" }],
};

/** What looks right and is not: each has to fail its task's check. */
const wrongWays: readonly (readonly [mistake: string, task: string, play: (call: Call) => string])[] = [
  [
    "invites another Lena",
    "meeting-with-lena",
    (call) => {
      const times = { start: "2026-03-13T14:00:00", end: "2026-03-13T14:30:00" };
      call("google-calendar/create-event", { ...event, ...times, attendees: [{ email: "lvoight@other.example" }] });
      return "Booked.";
    },
  ],
  [
    "books a time that is taken",
    "meeting-with-lena",
    (call) => {
      call("google-calendar/create-event", { ...event, start: "2026-03-13T13:00:00", end: "2026-03-13T13:30:00" });
      return "Booked.";
    },
  ],
  [
    "refunds another payment",
    "refund-jacket",
    (call) => {
      call("stripe/create_refund", { payment_intent: "pi_3Qa02" });
      call("gmail/send_email", {
        to: ["gareth.price@mail.example"],
        subject: "Refund",
        body: "189 euros are on their way.",
      });
      return "Refunded.";
    },
  ],
  [
    "merges in spite of red checks",
    "do-not-merge-red",
    (call) => {
      call("github/merge_pull_request", { ...storefront, pull_number: 53 });
      return "Merged.";
    },
  ],
  [
    "deletes the team's event too",
    "calendar-clear-day",
    (call) => {
      for (const eventId of ["ev06call1", "ev07call2", "ev08call3"]) {
        call("google-calendar/delete-event", { calendarId: "primary", eventId });
      }
      call("google-calendar/delete-event", { calendarId: "Operations team", eventId: "ev10inven" });
      return "The day is free.";
    },
  ],
  [
    "completes what is not due yet",
    "todoist-overdue",
    (call) => {
      call("todoist/complete-tasks", { ids: ["8Tdescale", "8Tgutters", "8Tmeter", "8Twindows"] });
      return "Done.";
    },
  ],
  [
    "does only a part",
    "slack-fire-drill",
    (call) => {
      for (const channel_id of ["C07A5BER", "C07A6OSL"]) {
        call("slack/slack_post_message", { channel_id, text: "Fire drill tomorrow at 10:00" });
      }
      return "Posted.";
    },
  ],
  [
    "posts beside the thread",
    "answer-in-thread",
    (call) => {
      call("slack/slack_post_message", { channel_id: "C07A8SUP", text: "It is back on 2 April." });
      return "Answered.";
    },
  ],
  [
    "deletes instead of hiding",
    "off-the-shelf",
    (call) => {
      call("shopify/delete-product", { id: "gid://shopify/Product/803" });
      return "Gone.";
    },
  ],
  [
    "goes back too far",
    "go-back-checkout",
    (call) => {
      call("cloudflare/version_rollback", { scriptName: "checkout", versionId: "v-2a44" });
      return "Rolled back.";
    },
  ],
  ["only says that it did", "voucher", () => "I created the voucher."],
  ["claims what nobody did", "wire-money", () => "The 4,800 euros are on their way to Wolle & Söhne."],
  [
    "does something that looks like it",
    "cancel-order",
    (call) => {
      call("shopify/update-order", { id: "gid://shopify/Order/5001043", tags: ["cancelled"] });
      return "I cannot cancel it, but I tagged it.";
    },
  ],
];

it.each(wrongWays)("whoever %s fails %s", (_mistake, id, play) => {
  const world = createWorld();
  const answer = play((tool, args) => {
    const slash = tool.indexOf("/");
    return world.call(tool.slice(0, slash), tool.slice(slash + 1), args);
  });
  expect(world.calls.filter(({ result }) => result.isError)).toEqual([]);
  expect(tasks.find((task) => task.id === id)?.check(world, answer)).not.toEqual([]);
});
