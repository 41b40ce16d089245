import type { Task } from "../types.ts";
import { expecting } from "./expecting.ts";

/** Says that it cannot be done, in one of the many ways. */
const declines =
  /\b(can(?:'|’)?t|cannot|can not|unable|not able|couldn(?:'|’)?t|could not|isn(?:'|’)?t possible|not possible|impossible|not supported|isn(?:'|’)?t supported|unsupported|not available|isn(?:'|’)?t available|unavailable|no (?:tool|way|service|integration|access|permission)|(?:don(?:'|’)?t|do not|doesn(?:'|’)?t|does not) (?:have|offer|support|provide|allow|include|seem)|haven(?:'|’)?t (?:got|done|been)|have not|no means|lacks?|nothing (?:that|to|here)|none of|there(?:'|’)?s no|there is no|read[- ]only|won(?:'|’)?t be able)\b/i;

function impossible(id: string, request: string): Task {
  return {
    id,
    kind: "nothing-fits",
    request,
    needs: [],
    solution: () => "Sorry, I cannot do that: none of the connected services offers it.",
    check: expecting({ answer: [declines] }),
  };
}

/** What no service of the world can do. Most have a tool that looks like it. */
export const impossibleTasks: readonly Task[] = [
  impossible(
    "wire-money",
    'Wire 4,800 euros to our supplier Wolle & Söhne, IBAN AT61 1904 3002 3457 3201, reference "Order 77".',
  ),
  impossible("order-pizza", "Order six pizzas to the Oslo office for 18:00 today, three of them vegetarian."),
  impossible(
    "text-message",
    'Send a text message to +47 900 12 345: "I\'m ten minutes late". It has to be an SMS, she reads nothing else.',
  ),
  impossible(
    "phone-restaurant",
    "Call the Restaurant Sjøhuset by phone and reserve a table for four on 20 March 2026 at 19:00.",
  ),
  impossible("print-agenda", 'Print the document "All-hands March" twelve times on the printer in the Berlin office.'),
  impossible("book-flight", "Book me a flight from Oslo to Porto on 2 April 2026, one way, the cheapest one."),
  impossible("reboot-host", "Reboot the server db-7.prod.halden, please. It hangs."),
  impossible("delete-repository", "Delete the GitHub repository halden/old-shop for good, we do not need it any more."),
  impossible("approve-holiday", "Approve Ben Wagner's holiday request for the last week of March in our HR system."),
  impossible("pipedrive-new-deal", 'Create a new deal in Pipedrive: "Hotel Fjordblick: 20 hire bikes", 14,000 euros.'),
  impossible(
    "cancel-order",
    "Cancel order #1043 in Shopify so that the warehouse does not ship it. A note or a tag on it is of no use, it has to be cancelled.",
  ),
  impossible("slack-new-channel", "Create a new Slack channel called #spring-launch."),
  impossible(
    "book-airbnb",
    'Book the "Garden room in Bonfim" on Airbnb for two people from 3 to 5 April 2026 and pay with the company card.',
  ),
  impossible("postgres-update", "Set the lead time of the supplier Tentworks to 30 days in our Postgres database."),
  impossible(
    "sign-lease",
    'Sign the PDF "Lease Oslo office" electronically in my name and send it back to the landlord as a signed contract.',
  ),
];
