import type { Task } from "../types.ts";
import { airtable } from "../world/services/airtable.ts";
import { gmail } from "../world/services/gmail.ts";
import { googleCalendar } from "../world/services/google-calendar.ts";
import { googleDrive } from "../world/services/google-drive.ts";
import { hubspot } from "../world/services/hubspot.ts";
import { slack } from "../world/services/slack.ts";
import { stripe } from "../world/services/stripe.ts";
import { todoist } from "../world/services/todoist.ts";
import { ynab } from "../world/services/ynab.ts";
import { expecting, pick } from "./expecting.ts";

/** Chains about customers, money and the office: an id has to be looked up before the step that was asked for. */
export const customerChains: readonly Task[] = [
  {
    id: "meeting-with-lena",
    kind: "chain",
    request:
      'Book half an hour with Lena Vogt of Northwind on Friday 13 March 2026, in the first free half hour of my calendar between 13:00 and 16:00. Call it "Northwind backpacks" and invite her; her address is in HubSpot.',
    needs: ["hubspot/hubspot-search-objects", "google-calendar/list-events", "google-calendar/create-event"],
    solution: (call) => {
      const email = pick(
        call("hubspot/hubspot-search-objects", { objectType: "contacts", query: "Lena Vogt" }),
        /"email": "([^"]+)"/,
      );
      call("google-calendar/list-events", {
        calendarId: "primary",
        timeMin: "2026-03-13T13:00:00",
        timeMax: "2026-03-13T16:00:00",
      });
      const times = { start: "2026-03-13T14:00:00", end: "2026-03-13T14:30:00" };
      call("google-calendar/create-event", {
        calendarId: "primary",
        summary: "Northwind backpacks",
        ...times,
        attendees: [{ email }],
      });
      return "Booked at 14:00.";
    },
    check: expecting({
      changed: { "google-calendar/events/+": 1 },
      facts: (world) => {
        const event = googleCalendar.in(world).events.at(-1);
        return [
          [
            "it is in the free half hour",
            event?.start === "2026-03-13T14:00:00" && event.end === "2026-03-13T14:30:00",
          ],
          [
            "the right Lena is invited",
            event?.attendees.some(({ email }) => email === "lena.vogt@northwind.example") ?? false,
          ],
          ["it has the title", /northwind backpacks/i.test(event?.summary ?? "")],
        ];
      },
    }),
  },
  {
    id: "refund-jacket",
    kind: "chain",
    request:
      "Gareth Price (gareth.price@mail.example) gets all of his money back for the rain jacket, order 1041. Refund it in Stripe and write him a mail that 189 euros are on their way.",
    needs: ["stripe/list_customers", "stripe/list_payment_intents", "stripe/create_refund", "gmail/send_email"],
    solution: (call) => {
      const email = "gareth.price@mail.example";
      const customer = pick(call("stripe/list_customers", { email }), /"id": "(cus_\w+)"/);
      const payments = call("stripe/list_payment_intents", { customer });
      const payment_intent = pick(payments, /"id": "(pi_\w+)",\s+"customer": "\w+",\s+"amount": 18900/);
      call("stripe/create_refund", { payment_intent });
      call("gmail/send_email", {
        to: [email],
        subject: "Your refund",
        body: "Dear Gareth,\n\n189 euros are on their way to you.\n",
      });
      return "Refunded and written.";
    },
    check: expecting({
      changed: { "stripe/refunds/+": 1, "gmail/mails/+": 1 },
      facts: (world) => {
        const [refund, mail] = [stripe.in(world).refunds.at(-1), gmail.in(world).mails.at(-1)];
        return [
          ["the jacket is refunded in full", refund?.payment_intent === "pi_3Qa01" && refund.amount === 18900],
          ["Gareth knows", mail?.to.join() === "gareth.price@mail.example" && /189/.test(mail.body)],
        ];
      },
    }),
  },
  {
    id: "invoice-school",
    kind: "chain",
    request:
      "Invoice Brightwater School for one guided day tour in Stripe, due within 14 days, and finalize the invoice. Product and price exist already.",
    needs: [
      "stripe/list_customers",
      "stripe/list_products",
      "stripe/list_prices",
      "stripe/create_invoice",
      "stripe/create_invoice_item",
      "stripe/finalize_invoice",
    ],
    solution: (call) => {
      const customer = pick(call("stripe/list_customers", {}), /"id": "(cus_\w+)",\s+"name": "Brightwater School"/);
      const product = pick(call("stripe/list_products", {}), /"id": "(prod_\w+)",\s+"name": "Guided day tour"/);
      const price = pick(call("stripe/list_prices", { product }), /"id": "(price_\w+)"/);
      const invoice = pick(call("stripe/create_invoice", { customer, days_until_due: 14 }), /"id": "(in_\w+)"/);
      call("stripe/create_invoice_item", { customer, price, invoice });
      call("stripe/finalize_invoice", { invoice });
      return "The invoice is out.";
    },
    check: expecting({
      changed: { "stripe/invoices/+": 1 },
      facts: (world) => {
        const invoice = stripe.in(world).invoices.at(-1);
        return [
          ["it is the school's", invoice?.customer === "cus_RkD4"],
          ["it has one tour", invoice?.lines.join() === "price_Guide42000"],
          ["it is final and due in 14 days", invoice?.status === "open" && invoice.days_until_due === 14],
        ];
      },
    }),
  },
  {
    id: "returned-order-to-sheet",
    kind: "chain",
    request:
      'The customer sends back Shopify order #1044. Add it to our Google Sheet "Returns 2026" below the rows that are there, with the same columns.',
    needs: [
      "shopify/get-orders",
      "google-drive/listGoogleSheets",
      "google-drive/getGoogleSheetContent",
      "google-drive/appendSpreadsheetRows",
    ],
    solution: (call) => {
      call("shopify/get-orders", { status: "any" });
      const spreadsheetId = pick(call("google-drive/listGoogleSheets", { query: "Returns 2026" }), /id: (\w+)\)/);
      call("google-drive/getGoogleSheetContent", { spreadsheetId, range: "Sheet1" });
      call("google-drive/appendSpreadsheetRows", {
        spreadsheetId,
        range: "Sheet1",
        values: [["1044", "Gareth Price", "Avalanche shovel Skred", "69.00"]],
      });
      return "Added.";
    },
    check: expecting({
      changed: { "google-drive/files/1sQzReturns/sheets/0/rows": 1 },
      facts: (world) => {
        const rows = googleDrive.in(world).files.find(({ id }) => id === "1sQzReturns")?.sheets[0]?.rows ?? [];
        const [order = "", customer = "", item = "", amount = ""] = rows[3] ?? [];
        return [
          [
            "the old rows are there, and one more",
            rows.length === 4 && rows[1]?.[0] === "1017" && rows[2]?.[0] === "1033",
          ],
          [
            "the new row is right",
            /^#?1044$/.test(order) &&
              /gareth price/i.test(customer) &&
              /skred/i.test(item) &&
              Number.parseFloat(amount.replaceAll(/[^\d.]/g, "")) === 69,
          ],
        ];
      },
    }),
  },
  {
    id: "contact-to-hubspot",
    kind: "chain",
    request:
      "Greta Holm stands in Pipedrive. Create her as a contact in HubSpot with her name, email address and phone number.",
    needs: ["pipedrive/search-persons", "hubspot/hubspot-batch-create-objects"],
    solution: (call) => {
      const found = call("pipedrive/search-persons", { term: "Greta Holm" });
      const properties = {
        firstname: "Greta",
        lastname: "Holm",
        email: pick(found, /"email": "([^"]+)"/),
        phone: pick(found, /"phone": "([^"]+)"/),
      };
      call("hubspot/hubspot-batch-create-objects", { objectType: "contacts", inputs: [{ properties }] });
      return "Created.";
    },
    check: expecting({
      changed: { "hubspot/objects/+": 1 },
      facts: (world) => {
        const contact = hubspot.in(world).objects.at(-1);
        const { firstname, lastname, email, phone } = contact?.properties ?? {};
        return [
          [
            "it is a contact with her name",
            contact?.type === "contacts" && firstname === "Greta" && lastname === "Holm",
          ],
          [
            "address and number are right",
            email === "greta@alpinaclub.example" && phone?.replaceAll(" ", "") === "+4755501212",
          ],
        ];
      },
    }),
  },
  {
    id: "share-price-list",
    kind: "chain",
    request:
      'Give Lena Vogt from Northwind read access to the document "Price list 2026" in Google Drive. You find her address in HubSpot.',
    needs: ["hubspot/hubspot-search-objects", "google-drive/search", "google-drive/shareFile"],
    solution: (call) => {
      const emailAddress = pick(
        call("hubspot/hubspot-search-objects", { objectType: "contacts", query: "Lena Vogt" }),
        /"email": "([^"]+)"/,
      );
      const fileId = pick(call("google-drive/search", { query: "Price list 2026" }), /id: (\w+)\)/);
      call("google-drive/shareFile", { fileId, emailAddress, role: "reader" });
      return "Shared.";
    },
    check: expecting({
      changed: { "google-drive/files/1dXcPriceList/permissions/+": 1 },
      facts: (world) => {
        const permission = googleDrive
          .in(world)
          .files.find(({ id }) => id === "1dXcPriceList")
          ?.permissions.at(-1);
        return [
          [
            "the right Lena may read it",
            permission?.emailAddress === "lena.vogt@northwind.example" && permission.role === "reader",
          ],
        ];
      },
    }),
  },
  {
    id: "broken-tent",
    kind: "chain",
    request:
      'The rental tent with the serial number F2-121 came back with a broken pole. Set its condition to "Needs repair" in the Airtable base Rental inventory.',
    needs: ["airtable/list_bases", "airtable/list_tables", "airtable/search_records", "airtable/update_records"],
    solution: (call) => {
      const baseId = pick(call("airtable/list_bases", {}), /"id": "(\w+)",\s+"name": "Rental inventory"/);
      const tableId = pick(call("airtable/list_tables", { baseId }), /"id": "(\w+)",\s+"name": "Tents"/);
      const id = pick(call("airtable/search_records", { baseId, tableId, searchTerm: "F2-121" }), /"id": "(\w+)"/);
      call("airtable/update_records", { baseId, tableId, records: [{ id, fields: { Condition: "Needs repair" } }] });
      return "Set.";
    },
    check: expecting({
      changed: { "airtable/records/recTent00000002/fields/Condition": 1 },
      facts: (world) => [
        [
          "it needs repair",
          airtable
            .in(world)
            .records.some(({ id, fields }) => id === "recTent00000002" && fields["Condition"] === "Needs repair"),
        ],
      ],
    }),
  },
  {
    id: "boiler-task",
    kind: "chain",
    request:
      'My landlady Rosa wrote me a mail about the boiler. Add a task "Be home for the boiler check" to my Todoist project Household, due on the day that she names.',
    needs: ["gmail/search_emails", "gmail/read_email", "todoist/find-projects", "todoist/add-tasks"],
    solution: (call) => {
      const messageId = pick(call("gmail/search_emails", { query: "from:rosa boiler" }), /ID: (\w+)/);
      call("gmail/read_email", { messageId });
      const projectId = pick(call("todoist/find-projects", { searchText: "Household" }), /"id": "(\w+)"/);
      call("todoist/add-tasks", {
        tasks: [{ content: "Be home for the boiler check", projectId, dueString: "2026-03-24" }],
      });
      return "Added for 24 March.";
    },
    check: expecting({
      changed: { "todoist/tasks/+": 1 },
      facts: (world) => {
        const task = todoist.in(world).tasks.at(-1);
        return [
          ["it is the task", /be home for the boiler check/i.test(task?.content ?? "")],
          ["on the day, in the project", task?.dueDate === "2026-03-24" && task.projectId === "6Xhousehold"],
        ];
      },
    }),
  },
  {
    id: "approve-bike-shop",
    kind: "chain",
    request: "The payment to Spoke & Chain in my YNAB budget Home is correct. Approve it, and only that one.",
    needs: ["ynab/list_budgets", "ynab/get_unapproved_transactions", "ynab/approve_transaction"],
    solution: (call) => {
      const budgetId = pick(call("ynab/list_budgets", {}), /"id": "([\w-]+)",\s+"name": "Home"/);
      const transactionId = pick(
        call("ynab/get_unapproved_transactions", { budgetId }),
        /"id": "(t-\d+)",[^}]*"payee_name": "Spoke & Chain"/,
      );
      call("ynab/approve_transaction", { budgetId, transactionId });
      return "Approved.";
    },
    check: expecting({
      changed: { "ynab/transactions/t-902/approved": 1 },
      facts: (world) => [
        ["it is approved", ynab.in(world).transactions.some(({ id, approved }) => id === "t-902" && approved)],
      ],
    }),
  },
  {
    id: "parcel-pick-up",
    kind: "chain",
    request:
      "Open https://parcels.example/track in the browser, look up the parcel NO-55821 there and tell me where I can collect it and until when.",
    needs: ["playwright/browser_navigate", "playwright/browser_type", "playwright/browser_click"],
    solution: (call) => {
      const page = call("playwright/browser_navigate", { url: "https://parcels.example/track" });
      call("playwright/browser_type", {
        target: pick(page, /textbox "Parcel number" \[ref=(\w+)\]/),
        text: "NO-55821",
      });
      return call("playwright/browser_click", { target: pick(page, /button "Track" \[ref=(\w+)\]/) }).text;
    },
    check: expecting({ answer: [/majorstuen/i, /17(th)?\.? (of )?march|march 17|17\.0?3|2026-03-17/i] }),
  },
  {
    id: "answer-in-thread",
    kind: "chain",
    request:
      "Somebody asked in #support on Slack when the Fjell 40 backpack is back in stock. Answer in the thread of that question: on 2 April.",
    needs: ["slack/slack_list_channels", "slack/slack_get_channel_history", "slack/slack_reply_to_thread"],
    solution: (call) => {
      const channel_id = pick(call("slack/slack_list_channels", {}), /"id": "(\w+)",\s+"name": "support"/);
      const thread_ts = pick(call("slack/slack_get_channel_history", { channel_id }), /Fjell 40[^}]*"ts": "([\d.]+)"/);
      call("slack/slack_reply_to_thread", { channel_id, thread_ts, text: "It is back in stock on 2 April." });
      return "Answered.";
    },
    check: expecting({
      changed: { "slack/messages/+": 1 },
      facts: (world) => {
        const message = slack.in(world).messages.at(-1);
        return [
          [
            "it answers the question",
            message?.thread === "1773219600.000200" && /\b2(nd)? (of )?april|april 2/i.test(message.text),
          ],
        ];
      },
    }),
  },
  {
    id: "packing-list-mail",
    kind: "chain",
    request:
      'Mail what people have to bring to our June offsite to noah@halden.example, subject "Offsite packing list". It stands in Notion on the page "Offsite June".',
    needs: ["notion/API-post-search", "notion/API-retrieve-page-markdown", "gmail/send_email"],
    solution: (call) => {
      const page_id = pick(
        call("notion/API-post-search", { query: "Offsite June" }),
        /"object": "page",\s+"id": "([\w-]+)"/,
      );
      call("notion/API-retrieve-page-markdown", { page_id });
      call("gmail/send_email", {
        to: ["noah@halden.example"],
        subject: "Offsite packing list",
        body: "Please bring:\n- Boots\n- Sleeping bag\n",
      });
      return "Sent.";
    },
    check: expecting({
      changed: { "gmail/mails/+": 1 },
      facts: (world) => {
        const mail = gmail.in(world).mails.at(-1);
        return [
          [
            "it goes to Noah with the subject",
            mail?.to.join() === "noah@halden.example" && /offsite packing list/i.test(mail.subject),
          ],
          ["it has the list", /boots/i.test(mail?.body ?? "") && /sleeping bag/i.test(mail?.body ?? "")],
        ];
      },
    }),
  },
];
