import type { Task } from "../types.ts";
import { airtable } from "../world/services/airtable.ts";
import { discord } from "../world/services/discord.ts";
import { github } from "../world/services/github.ts";
import { gmail } from "../world/services/gmail.ts";
import { googleDrive } from "../world/services/google-drive.ts";
import { jira } from "../world/services/jira.ts";
import { linear } from "../world/services/linear.ts";
import { shopify } from "../world/services/shopify.ts";
import { slack } from "../world/services/slack.ts";
import { trello } from "../world/services/trello.ts";
import { expecting, pick, pickAll } from "./expecting.ts";

/** The same step for several things or in several services. */
export const fanOutTasks: readonly Task[] = [
  {
    id: "slack-fire-drill",
    kind: "fan-out",
    request:
      'Post "Fire drill tomorrow at 10:00" in each of the three office channels on Slack (Berlin, Oslo and Porto).',
    needs: ["slack/slack_list_channels", "slack/slack_post_message"],
    solution: (call) => {
      const channels = pickAll(call("slack/slack_list_channels", {}), /"id": "(\w+)",\s+"name": "office-/g);
      for (const channel_id of channels)
        call("slack/slack_post_message", { channel_id, text: "Fire drill tomorrow at 10:00" });
      return "Posted in three channels.";
    },
    check: expecting({
      changed: { "slack/messages/+": 3 },
      facts: (world) => {
        const posted = slack.in(world).messages.slice(-3);
        return [
          [
            "each office has it",
            posted
              .map(({ channel }) => channel)
              .sort()
              .join() === "C07A5BER,C07A6OSL,C07A7POR",
          ],
          ["it says so", posted.every(({ text }) => /fire drill tomorrow at 10:00/i.test(text))],
        ];
      },
    }),
  },
  {
    id: "github-close-wontfix",
    kind: "fan-out",
    request: "Close every open issue with the label wontfix in halden/storefront on GitHub.",
    needs: ["github/list_issues", "github/update_issue"],
    solution: (call) => {
      const repository = { owner: "halden", repo: "storefront" };
      const numbers = pickAll(
        call("github/list_issues", { ...repository, state: "open", labels: ["wontfix"] }),
        /"number": (\d+)/g,
      );
      for (const number of numbers)
        call("github/update_issue", { ...repository, issue_number: Number(number), state: "closed" });
      return `Closed ${numbers.join(", ")}.`;
    },
    check: expecting({
      changed: {
        "github/issues/storefront#31/state": 1,
        "github/issues/storefront#35/state": 1,
        "github/issues/storefront#40/state": 1,
      },
      facts: (world) => [
        [
          "none is open",
          !github.in(world).issues.some(({ labels, state }) => labels.includes("wontfix") && state === "open"),
        ],
      ],
    }),
  },
  {
    id: "calendar-clear-day",
    kind: "fan-out",
    request:
      "I am away on 20 March 2026. Delete all events of that day from my own calendar, but leave the calendar of the operations team alone.",
    needs: ["google-calendar/list-events", "google-calendar/delete-event"],
    solution: (call) => {
      const day = { calendarId: "primary", timeMin: "2026-03-20T00:00:00", timeMax: "2026-03-20T23:59:59" };
      for (const eventId of pickAll(call("google-calendar/list-events", day), /"id": "(\w+)"/g)) {
        call("google-calendar/delete-event", { calendarId: "primary", eventId });
      }
      return "The day is free.";
    },
    check: expecting({
      changed: {
        "google-calendar/events/ev06call1/-": 1,
        "google-calendar/events/ev07call2/-": 1,
        "google-calendar/events/ev08call3/-": 1,
      },
    }),
  },
  {
    id: "todoist-overdue",
    kind: "fan-out",
    request:
      "I did everything that is overdue in my Todoist project Household. Complete those tasks, please. Today is 11 March 2026.",
    needs: ["todoist/find-projects", "todoist/find-tasks", "todoist/complete-tasks"],
    solution: (call) => {
      const projectId = pick(call("todoist/find-projects", { searchText: "Household" }), /"id": "(\w+)"/);
      const tasks = JSON.parse(call("todoist/find-tasks", { projectId }).text) as {
        tasks: { id: string; dueDate: string | null }[];
      };
      const ids = tasks.tasks.filter(({ dueDate }) => dueDate !== null && dueDate < "2026-03-11").map(({ id }) => id);
      call("todoist/complete-tasks", { ids });
      return "Done.";
    },
    check: expecting({
      changed: {
        "todoist/tasks/8Tdescale/checked": 1,
        "todoist/tasks/8Tgutters/checked": 1,
        "todoist/tasks/8Tmeter/checked": 1,
      },
    }),
  },
  {
    id: "gmail-archive-newsletter",
    kind: "fan-out",
    request: "Archive all mails of the Trailblog newsletter in my Gmail inbox. Do not delete them.",
    needs: ["gmail/search_emails", "gmail/batch_modify_emails"],
    solution: (call) => {
      const messageIds = pickAll(
        call("gmail/search_emails", { query: "from:news@trailblog.example in:inbox" }),
        /ID: (\w+)/g,
      );
      call("gmail/batch_modify_emails", { messageIds, removeLabelIds: ["INBOX"] });
      return `Archived ${messageIds.length} mails.`;
    },
    check: expecting({
      changed: { "gmail/mails/18e0a1/labels": 1, "gmail/mails/18e0a2/labels": 1, "gmail/mails/18e0a3/labels": 1 },
      facts: (world) => [
        [
          "none is in the inbox",
          !gmail.in(world).mails.some(({ from, labels }) => from.includes("trailblog") && labels.includes("INBOX")),
        ],
      ],
    }),
  },
  {
    id: "trello-store-visits",
    kind: "fan-out",
    request:
      'On the Trello board "Spring launch", add four cards to the list "Store visits": Bergen, Lyon, Graz and Turin.',
    needs: ["trello/list_boards", "trello/get_lists", "trello/add_cards_to_list"],
    solution: (call) => {
      const boardId = pick(call("trello/list_boards", {}), /"id": "(\w+)",\s+"name": "Spring launch"/);
      const listId = pick(
        call("trello/get_lists", { boardId }),
        /"id": "([\w-]+)",\s+"idBoard": "\w+",\s+"name": "Store visits"/,
      );
      call("trello/add_cards_to_list", {
        listId,
        cards: ["Bergen", "Lyon", "Graz", "Turin"].map((name) => ({ name })),
      });
      return "Added four cards.";
    },
    check: expecting({
      changed: { "trello/cards/+": 4 },
      facts: (world) => {
        const added = trello.in(world).cards.slice(-4);
        return [
          [
            "one for each city",
            added
              .map(({ name }) => name)
              .sort()
              .join() === "Bergen,Graz,Lyon,Turin",
          ],
          ["all in the list", added.every(({ idList }) => idList === "66a3list-onboarding")],
        ];
      },
    }),
  },
  {
    id: "jira-payment-bugs",
    kind: "fan-out",
    request:
      "Raise the priority of all bugs in the Jira project APP that have the label payments and are not done yet to High.",
    needs: ["jira/jira_search", "jira/jira_issues"],
    solution: (call) => {
      const jql = "project = APP AND issuetype = Bug AND labels = payments AND status != Done";
      for (const issueKey of pickAll(call("jira/jira_search", { action: "issues", jql }), /"key": "(APP-\d+)"/g)) {
        call("jira/jira_issues", { action: "update", issueKey, priority: "High" });
      }
      return "Raised.";
    },
    check: expecting({
      changed: {
        "jira/issues/APP-405/priority": 1,
        "jira/issues/APP-408/priority": 1,
        "jira/issues/APP-410/priority": 1,
      },
      facts: (world) => [
        [
          "they are High",
          ["APP-405", "APP-408", "APP-410"].every((key) =>
            jira.in(world).issues.some(({ id, priority }) => id === key && priority === "High"),
          ),
        ],
      ],
    }),
  },
  {
    id: "linear-platform-priority",
    kind: "fan-out",
    request:
      "In Linear, give all issues of the Platform team that are in Todo and have no priority yet the priority High.",
    needs: ["linear/list_teams", "linear/list_issues", "linear/update_issue"],
    solution: (call) => {
      const teamId = pick(call("linear/list_teams", {}), /"id": "([\w-]+)",\s+"name": "Platform"/);
      const found = JSON.parse(call("linear/list_issues", { teamId, status: "Todo" }).text) as {
        issues: { id: string; priority: number }[];
      };
      for (const { id } of found.issues.filter(({ priority }) => priority === 0))
        call("linear/update_issue", { issueId: id, priority: 2 });
      return "Done.";
    },
    check: expecting({
      changed: { "linear/issues/PLA-77/priority": 1, "linear/issues/PLA-81/priority": 1 },
      facts: (world) => [
        [
          "they are High",
          linear.in(world).issues.filter(({ id, priority }) => ["PLA-77", "PLA-81"].includes(id) && priority === 2)
            .length === 2,
        ],
      ],
    }),
  },
  {
    id: "shopify-winter-drafts",
    kind: "fan-out",
    request:
      "Winter is over: set the ice axe Tind, the snow shoes Vidda and the avalanche shovel Skred to draft in Shopify.",
    needs: ["shopify/get-products", "shopify/update-product"],
    solution: (call) => {
      for (const searchTitle of ["Tind", "Vidda", "Skred"]) {
        const id = pick(call("shopify/get-products", { searchTitle }), /"id": "(gid:\/\/shopify\/Product\/\d+)"/);
        call("shopify/update-product", { id, status: "DRAFT" });
      }
      return "Three products are drafts.";
    },
    check: expecting({
      changed: Object.fromEntries(
        [804, 805, 806].map((number) => [`shopify/products/gid://shopify/Product/${number}/status`, 1]),
      ),
      facts: (world) => [
        [
          "they are drafts",
          shopify.in(world).products.filter(({ productType, status }) => productType === "Winter" && status === "DRAFT")
            .length === 3,
        ],
      ],
    }),
  },
  {
    id: "drive-share-press",
    kind: "fan-out",
    request:
      'Share each of the three documents in my Drive folder "Press" with press@nordnews.example, for reading only. Not the folder itself.',
    needs: ["google-drive/search", "google-drive/listFolder", "google-drive/shareFile"],
    solution: (call) => {
      const folderId = pick(
        call("google-drive/search", { query: "Press" }),
        /Press \(application\/vnd.google-apps.folder, id: (\w+)\)/,
      );
      const files = pickAll(call("google-drive/listFolder", { folderId }), /id: (\w+)\)/g);
      for (const fileId of files)
        call("google-drive/shareFile", { fileId, emailAddress: "press@nordnews.example", role: "reader" });
      return "Shared three documents.";
    },
    check: expecting({
      changed: Object.fromEntries(
        ["1dXcLogoGuide", "1dXcPressKit", "1dXcPhotoList"].map((id) => [`google-drive/files/${id}/permissions/+`, 1]),
      ),
      facts: (world) => {
        const roles = googleDrive
          .in(world)
          .files.flatMap(({ permissions }) =>
            permissions.filter(({ emailAddress }) => emailAddress === "press@nordnews.example"),
          );
        return [["all for reading", roles.length === 3 && roles.every(({ role }) => role === "reader")]];
      },
    }),
  },
  {
    id: "weather-warmest-office",
    kind: "fan-out",
    request:
      "Which of our offices, Oslo, Berlin or Porto, will be the warmest on 12 March 2026, and how many degrees Celsius?",
    needs: ["weather/get_forecast"],
    solution: (call) => {
      for (const city_name of ["Oslo", "Berlin", "Porto"]) call("weather/get_forecast", { city_name });
      return "Porto with 18 °C.";
    },
    check: expecting({ answer: [/porto/i, /\b18\b/] }),
  },
  {
    id: "announce-everywhere",
    kind: "fan-out",
    request:
      'Announce "The shop is closed on 1 May" in #general on Slack, in the channel announcements of our Discord server 1180000000000000001, and by mail to partners@halden.example with the subject "Closed on 1 May".',
    needs: [
      "slack/slack_list_channels",
      "slack/slack_post_message",
      "discord/discord_get_server_info",
      "discord/discord_send",
      "gmail/send_email",
    ],
    solution: (call) => {
      const text = "The shop is closed on 1 May";
      const channel_id = pick(call("slack/slack_list_channels", {}), /"id": "(\w+)",\s+"name": "general"/);
      call("slack/slack_post_message", { channel_id, text });
      const channelId = pick(
        call("discord/discord_get_server_info", { guildId: "1180000000000000001" }),
        /"id": "(\d+)",\s+"name": "announcements"/,
      );
      call("discord/discord_send", { channelId, message: text });
      call("gmail/send_email", { to: ["partners@halden.example"], subject: "Closed on 1 May", body: text });
      return "Announced in all three places.";
    },
    check: expecting({
      changed: { "slack/messages/+": 1, "discord/messages/+": 1, "gmail/mails/+": 1 },
      facts: (world) => {
        const text = /shop is closed on 1 may/i;
        const [post, message, mail] = [
          slack.in(world).messages.at(-1),
          discord.in(world).messages.at(-1),
          gmail.in(world).mails.at(-1),
        ];
        return [
          ["on Slack", post?.channel === "C07A1GEN" && text.test(post.text)],
          ["on Discord", message?.channel === "1180000000000000010" && text.test(message.content)],
          [
            "by mail",
            mail?.to.join() === "partners@halden.example" &&
              text.test(mail.body) &&
              /closed on 1 may/i.test(mail.subject),
          ],
        ];
      },
    }),
  },
  {
    id: "airtable-confirm-guests",
    kind: "fan-out",
    request:
      'Amira, Bo and Chloé have confirmed. Set their status to "Confirmed" in the table Guests of the Airtable base Events.',
    needs: ["airtable/list_bases", "airtable/list_records", "airtable/update_records"],
    solution: (call) => {
      const baseId = pick(call("airtable/list_bases", {}), /"id": "(\w+)",\s+"name": "Events"/);
      const { records } = JSON.parse(call("airtable/list_records", { baseId, tableId: "Guests" }).text) as {
        records: { id: string; fields: { Status: string } }[];
      };
      const invited = records.filter(({ fields }) => fields.Status === "Invited");
      call("airtable/update_records", {
        baseId,
        tableId: "Guests",
        records: invited.map(({ id }) => ({ id, fields: { Status: "Confirmed" } })),
      });
      return "Confirmed.";
    },
    check: expecting({
      changed: Object.fromEntries(
        [1, 2, 3].map((number) => [`airtable/records/recGuest000000${number}/fields/Status`, 1]),
      ),
      facts: (world) => [
        [
          "they are confirmed",
          airtable.in(world).records.filter(({ fields }) => fields["Status"] === "Confirmed").length === 3,
        ],
      ],
    }),
  },
  {
    id: "stripe-end-club",
    kind: "fan-out",
    request: "We give up the trail club. Cancel all active subscriptions in Stripe.",
    needs: ["stripe/list_subscriptions", "stripe/cancel_subscription"],
    solution: (call) => {
      for (const subscription of pickAll(call("stripe/list_subscriptions", {}), /"id": "(sub_\w+)"/g))
        call("stripe/cancel_subscription", { subscription });
      return "Cancelled both.";
    },
    check: expecting({
      changed: { "stripe/subscriptions/sub_1Ma/status": 1, "stripe/subscriptions/sub_1Yu/status": 1 },
    }),
  },
  {
    id: "filesystem-archive-minutes",
    kind: "fan-out",
    request: "Move all minutes from before 2026 that lie in /projects/notes to /projects/notes/archive.",
    needs: ["filesystem/list_directory", "filesystem/move_file"],
    solution: (call) => {
      for (const name of pickAll(
        call("filesystem/list_directory", { path: "/projects/notes" }),
        /(202[45]-minutes\.md)/g,
      )) {
        call("filesystem/move_file", {
          source: `/projects/notes/${name}`,
          destination: `/projects/notes/archive/${name}`,
        });
      }
      return "Moved two files.";
    },
    check: expecting({
      changed: {
        "filesystem/files/+": 2,
        "filesystem/files//projects/notes/2024-minutes.md/-": 1,
        "filesystem/files//projects/notes/2025-minutes.md/-": 1,
      },
    }),
  },
];
