import type { Task } from "../types.ts";
import { discord } from "../world/services/discord.ts";
import { github } from "../world/services/github.ts";
import { gmail } from "../world/services/gmail.ts";
import { googleDrive } from "../world/services/google-drive.ts";
import { harvest } from "../world/services/harvest.ts";
import { memory } from "../world/services/memory.ts";
import { stripe } from "../world/services/stripe.ts";
import { expecting } from "./expecting.ts";

/** One step, in the words that the service uses. */
export const singleTasks: readonly Task[] = [
  {
    id: "github-file-bug",
    kind: "single",
    request:
      'Please file a bug in our GitHub repository halden/storefront with the title "Wishlist loses items after login" and the label bug.',
    needs: ["github/create_issue"],
    solution: (call) => {
      call("github/create_issue", {
        owner: "halden",
        repo: "storefront",
        title: "Wishlist loses items after login",
        labels: ["bug"],
      });
      return "Filed.";
    },
    check: expecting({
      changed: { "github/issues/+": 1 },
      facts: (world) => {
        const issue = github.in(world).issues.at(-1);
        return [
          ["it is in storefront", issue?.repo === "storefront"],
          ["it has the title", /wishlist loses items after login/i.test(issue?.title ?? "")],
          ["it is labelled", issue?.labels.join() === "bug"],
        ];
      },
    }),
  },
  {
    id: "gmail-confirm-invoice",
    kind: "single",
    request:
      'Send an email to sven@fjordprint.example with the subject "Invoice 2026-118": we have received the invoice and will pay it by 31 March.',
    needs: ["gmail/send_email"],
    solution: (call) => {
      const body = "Dear Sven,\n\nwe have received the invoice and will pay it by 31 March.\n";
      call("gmail/send_email", { to: ["sven@fjordprint.example"], subject: "Invoice 2026-118", body });
      return "Sent.";
    },
    check: expecting({
      changed: { "gmail/mails/+": 1 },
      facts: (world) => {
        const mail = gmail.in(world).mails.at(-1);
        return [
          ["it goes to Sven", mail?.to.join() === "sven@fjordprint.example"],
          ["it has the subject", /invoice 2026-118/i.test(mail?.subject ?? "")],
          ["it names the day", /31(st)? (of )?march|march 31|31\.0?3/i.test(mail?.body ?? "")],
        ];
      },
    }),
  },
  {
    id: "stripe-new-customer",
    kind: "single",
    request: "Add Hut Storvatn, post@storvatn.example, as a customer in Stripe.",
    needs: ["stripe/create_customer"],
    solution: (call) => {
      call("stripe/create_customer", { name: "Hut Storvatn", email: "post@storvatn.example" });
      return "Added.";
    },
    check: expecting({
      changed: { "stripe/customers/+": 1 },
      facts: (world) => {
        const customer = stripe.in(world).customers.at(-1);
        return [
          [
            "name and address are right",
            customer?.name === "Hut Storvatn" && customer.email === "post@storvatn.example",
          ],
        ];
      },
    }),
  },
  {
    id: "deepl-boots",
    kind: "single",
    request: 'Have DeepL translate "Wear waterproof boots." into Norwegian bokmål and give me exactly what it returns.',
    needs: ["deepl/translate-text"],
    solution: (call) => call("deepl/translate-text", { text: "Wear waterproof boots.", targetLang: "nb" }).text,
    check: expecting({
      answer: [/bruk vanntette støvler/i],
      facts: (world) => [
        ["DeepL was asked", world.calls.some(({ tool, result }) => tool === "translate-text" && !result.isError)],
      ],
    }),
  },
  {
    id: "maps-airport",
    kind: "single",
    request:
      "How far is it by car from our office at Torggata 12 in Oslo to Gardermoen airport, and how long does it take?",
    needs: ["google-maps/maps_directions"],
    solution: (call) =>
      call("google-maps/maps_directions", {
        origin: "Torggata 12, Oslo",
        destination: "Oslo Airport Gardermoen",
        mode: "driving",
      }).text,
    check: expecting({ answer: [/49[.,]?2?\s*(km|kilomet)/i, /43\s*min/i] }),
  },
  {
    id: "weather-bergen-now",
    kind: "single",
    request: "What is the weather like in Bergen, Norway, right now?",
    needs: ["weather/get_current_conditions"],
    solution: (call) => call("weather/get_current_conditions", { city_name: "Bergen" }).text,
    check: expecting({ answer: [/\b7\s*(°|º|degrees|C\b)|\b4[45](\.\d)?\s*°?\s*F/i, /rain/i] }),
  },
  {
    id: "filesystem-port",
    kind: "single",
    request: "Which port is configured in /projects/shop/config/server.json?",
    needs: ["filesystem/read_text_file"],
    solution: (call) => call("filesystem/read_text_file", { path: "/projects/shop/config/server.json" }).text,
    check: expecting({ answer: [/8417/] }),
  },
  {
    id: "memory-allergy",
    kind: "single",
    request: "Add to what your memory holds about Priya Raman: she is allergic to peanuts.",
    needs: ["memory/add_observations"],
    solution: (call) => {
      call("memory/add_observations", {
        observations: [{ entityName: "Priya Raman", contents: ["Allergic to peanuts"] }],
      });
      return "Noted.";
    },
    check: expecting({
      changed: { "memory/entities/Priya Raman/observations": 1 },
      facts: (world) => {
        const observations = memory.in(world).entities.find(({ id }) => id === "Priya Raman")?.observations ?? [];
        return [
          ["the allergy is noted", observations.some((text) => /peanut/i.test(text))],
          ["the rest is kept", observations.includes("Plays the cello")],
        ];
      },
    }),
  },
  {
    id: "datadog-alerts",
    kind: "single",
    request: "Which of our Datadog monitors are in the state alert at the moment? Give me their names.",
    needs: ["datadog/get_monitors"],
    solution: (call) => call("datadog/get_monitors", { groupStates: ["alert"] }).text,
    check: expecting({ answer: [/disk usage on database hosts/i, /queue length of mailer/i] }),
  },
  {
    id: "harvest-log",
    kind: "single",
    request: "Log time in Harvest: 3 hours of development on Halden website on 2026-03-10.",
    needs: ["harvest/log_time"],
    solution: (call) => {
      call("harvest/log_time", { text: "3 hours on Halden website doing development on 2026-03-10" });
      return "Logged.";
    },
    check: expecting({
      changed: { "harvest/entries/+": 1 },
      facts: (world) => {
        const entry = harvest.in(world).entries.at(-1);
        return [
          ["three hours on the day", entry?.hours === 3 && entry.spent_date === "2026-03-10"],
          ["on the right work", entry?.project === "Halden website" && entry.task === "Development"],
        ];
      },
    }),
  },
  {
    id: "discord-full",
    kind: "single",
    request: 'Send "The hut weekend is full, thank you all!" to the Discord channel 1180000000000000010.',
    needs: ["discord/discord_send"],
    solution: (call) => {
      call("discord/discord_send", {
        channelId: "1180000000000000010",
        message: "The hut weekend is full, thank you all!",
      });
      return "Sent.";
    },
    check: expecting({
      changed: { "discord/messages/+": 1 },
      facts: (world) => {
        const message = discord.in(world).messages.at(-1);
        return [
          [
            "it stands in the channel",
            message?.channel === "1180000000000000010" && /hut weekend is full/i.test(message.content),
          ],
        ];
      },
    }),
  },
  {
    id: "shopify-who-ordered",
    kind: "single",
    request: "Who placed order #1042 in our Shopify shop, and what was the total?",
    needs: ["shopify/get-orders"],
    solution: (call) => call("shopify/get-orders", { status: "any" }).text,
    check: expecting({ answer: [/olivia/i, /329/] }),
  },
  {
    id: "brave-race",
    kind: "single",
    request: "Search the web: on which day is the Fjellrenn 2026?",
    needs: ["brave-search/brave_web_search"],
    solution: (call) => call("brave-search/brave_web_search", { query: "Fjellrenn 2026 date" }).text,
    check: expecting({ answer: [/13(th)?\.? (of )?june|june 13|2026-06-13/i] }),
  },
  {
    id: "pipedrive-value",
    kind: "single",
    request: "What is the value of the Alpina Club rope bag deal in Pipedrive?",
    needs: ["pipedrive/search-deals"],
    solution: (call) => call("pipedrive/search-deals", { term: "rope bags" }).text,
    check: expecting({ answer: [/8[.,\s]?640/] }),
  },
  {
    id: "figma-button-colour",
    kind: "single",
    request:
      'Which fill colour does the rectangle "Call to action" have in the Figma file hK9dQ2TrailBadge? I need the hex code.',
    needs: ["figma/get_figma_data"],
    solution: (call) => call("figma/get_figma_data", { fileKey: "hK9dQ2TrailBadge" }).text,
    check: expecting({ answer: [/#?D9481C/i] }),
  },
  {
    id: "drive-folder",
    kind: "single",
    request: 'Create a folder called "Trade fair 2026" in my Google Drive.',
    needs: ["google-drive/createFolder"],
    solution: (call) => {
      call("google-drive/createFolder", { name: "Trade fair 2026" });
      return "Created.";
    },
    check: expecting({
      changed: { "google-drive/files/+": 1 },
      facts: (world) => {
        const file = googleDrive.in(world).files.at(-1);
        return [
          [
            "it is a folder with the name",
            file?.kind === "folder" && file.name === "Trade fair 2026" && file.parent === "root",
          ],
        ];
      },
    }),
  },
  {
    id: "rollbar-top",
    kind: "single",
    request:
      "What is the most frequent active error in production according to Rollbar, and how many times did it happen?",
    needs: ["rollbar/get-top-items"],
    solution: (call) => call("rollbar/get-top-items", { environment: "production" }).text,
    check: expecting({ answer: [/OrderRow|price/i, /1[.,\s]?873/] }),
  },
  {
    id: "postgres-store-size",
    kind: "single",
    request:
      'How many square metres does our store in Porto have? It is in the table "stores" of the Postgres database.',
    needs: ["postgres/query"],
    solution: (call) => call("postgres/query", { sql: "SELECT * FROM stores" }).text,
    check: expecting({ answer: [/\b180\b/] }),
  },
];
