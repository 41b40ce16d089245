import type { Task } from "../types.ts";
import { asana } from "../world/services/asana.ts";
import { cloudflare } from "../world/services/cloudflare.ts";
import { datadog } from "../world/services/datadog.ts";
import { github } from "../world/services/github.ts";
import { gitlab } from "../world/services/gitlab.ts";
import { jira } from "../world/services/jira.ts";
import { linear } from "../world/services/linear.ts";
import { notion } from "../world/services/notion.ts";
import { slack } from "../world/services/slack.ts";
import { trello } from "../world/services/trello.ts";
import { expecting, pick } from "./expecting.ts";

/** Chains about code, machines and the boards of teams. */
export const workChains: readonly Task[] = [
  {
    id: "announce-release",
    kind: "chain",
    request: "Tell the channel #releases on Slack that storefront 4.2.0 is live.",
    needs: ["slack/slack_list_channels", "slack/slack_post_message"],
    solution: (call) => {
      const channel_id = pick(call("slack/slack_list_channels", {}), /"id": "(\w+)",\s+"name": "releases"/);
      call("slack/slack_post_message", { channel_id, text: "storefront 4.2.0 is live." });
      return "Told.";
    },
    check: expecting({
      changed: { "slack/messages/+": 1 },
      facts: (world) => {
        const message = slack.in(world).messages.at(-1);
        return [
          [
            "it stands in #releases",
            message?.channel === "C07A2REL" && /storefront/i.test(message.text) && /4\.2\.0/.test(message.text),
          ],
        ];
      },
    }),
  },
  {
    id: "merge-and-tell",
    kind: "chain",
    request:
      'If its checks are green, squash-merge the pull request "Fix cart rounding" in halden/storefront on GitHub. Then tell #storefront on Slack that the cart rounding fix is merged.',
    needs: [
      "github/list_pull_requests",
      "github/get_pull_request_status",
      "github/merge_pull_request",
      "slack/slack_list_channels",
      "slack/slack_post_message",
    ],
    solution: (call) => {
      const repository = { owner: "halden", repo: "storefront" };
      const pull_number = Number(
        pick(
          call("github/list_pull_requests", { ...repository, state: "open" }),
          /"number": (\d+),\s+"title": "Fix cart rounding"/,
        ),
      );
      pick(call("github/get_pull_request_status", { ...repository, pull_number }), /"state": "(success)"/);
      call("github/merge_pull_request", { ...repository, pull_number, merge_method: "squash" });
      const channel_id = pick(call("slack/slack_list_channels", {}), /"id": "(\w+)",\s+"name": "storefront"/);
      call("slack/slack_post_message", { channel_id, text: "The cart rounding fix is merged." });
      return "Merged and told.";
    },
    check: expecting({
      changed: {
        "github/pulls/storefront#52/state": 1,
        "github/pulls/storefront#52/merged": 1,
        "github/pulls/storefront#52/merge_method": 1,
        "slack/messages/+": 1,
      },
      facts: (world) => {
        const message = slack.in(world).messages.at(-1);
        return [
          [
            "it is squashed",
            github.in(world).pulls.some(({ id, merge_method }) => id === "storefront#52" && merge_method === "squash"),
          ],
          ["#storefront knows", message?.channel === "C07A3STO" && /merged/i.test(message.text)],
        ];
      },
    }),
  },
  {
    id: "do-not-merge-red",
    kind: "chain",
    request:
      'Look at the pull request "Add a size guide" in halden/storefront on GitHub. If its checks fail, request changes with the review text "Checks are red, please fix them."; if they pass, merge it.',
    needs: ["github/list_pull_requests", "github/get_pull_request_status", "github/create_pull_request_review"],
    solution: (call) => {
      const repository = { owner: "halden", repo: "storefront" };
      const pull_number = Number(
        pick(call("github/list_pull_requests", repository), /"number": (\d+),\s+"title": "Add a size guide"/),
      );
      pick(call("github/get_pull_request_status", { ...repository, pull_number }), /"state": "(failure)"/);
      call("github/create_pull_request_review", {
        ...repository,
        pull_number,
        event: "REQUEST_CHANGES",
        body: "Checks are red, please fix them.",
      });
      return "The checks fail, so changes are requested.";
    },
    check: expecting({
      changed: { "github/pulls/storefront#53/reviews": 1 },
      facts: (world) => {
        const review = github
          .in(world)
          .pulls.find(({ id }) => id === "storefront#53")
          ?.reviews.at(-1);
        return [["changes are requested", review?.event === "REQUEST_CHANGES" && /checks are red/i.test(review.body)]];
      },
    }),
  },
  {
    id: "start-insurance-task",
    kind: "chain",
    request: 'Set the task "Renew the van insurance" in our Notion list of team tasks to "In progress".',
    needs: ["notion/API-post-search", "notion/API-patch-page"],
    solution: (call) => {
      const page_id = pick(
        call("notion/API-post-search", { query: "Renew the van insurance" }),
        /"object": "page",\s+"id": "([\w-]+)"/,
      );
      call("notion/API-patch-page", { page_id, properties: { Status: { status: { name: "In progress" } } } });
      return "Set.";
    },
    check: expecting({
      changed: { "notion/pages/52c1b9d0-ed11-4001-87f9-2e625e500329/properties/Status": 1 },
      facts: (world) => [
        [
          "it is in progress",
          notion
            .in(world)
            .pages.some(
              ({ id, properties }) =>
                id === "52c1b9d0-ed11-4001-87f9-2e625e500329" && properties["Status"] === "In progress",
            ),
        ],
      ],
    }),
  },
  {
    id: "new-supplier",
    kind: "chain",
    request:
      'Add a supplier to our Notion list "Suppliers": Tentworks, country Estonia, contact sales@tentworks.example.',
    needs: ["notion/API-post-search", "notion/API-post-page"],
    solution: (call) => {
      const database_id = pick(call("notion/API-post-search", { query: "Suppliers" }), /"database_id": "([\w-]+)"/);
      const properties = {
        Name: { title: [{ text: { content: "Tentworks" } }] },
        Country: { select: { name: "Estonia" } },
        Contact: { email: "sales@tentworks.example" },
      };
      call("notion/API-post-page", { parent: { type: "database_id", database_id }, properties });
      return "Added.";
    },
    check: expecting({
      changed: { "notion/pages/+": 1 },
      facts: (world) => {
        const page = notion.in(world).pages.at(-1);
        return [
          ["it is in the list", page?.parent === "6dd37530-4c7f-46b8-810d-bb5ef983c8e3" && page.title === "Tentworks"],
          [
            "its fields are right",
            page?.properties["Country"] === "Estonia" && page.properties["Contact"] === "sales@tentworks.example",
          ],
        ];
      },
    }),
  },
  {
    id: "finish-privacy-text",
    kind: "chain",
    request: 'APP-412 is finished. Move it to Done in Jira and comment on it: "Text approved by legal."',
    needs: ["jira/jira_workflow", "jira/jira_comments"],
    solution: (call) => {
      const issueKey = "APP-412";
      const transitionId = pick(
        call("jira/jira_workflow", { action: "get_transitions", issueKey }),
        /"id": "(\d+)",\s+"name": "Done"/,
      );
      call("jira/jira_workflow", { action: "transition", issueKey, transitionId });
      call("jira/jira_comments", { action: "add", issueKey, comment: "Text approved by legal." });
      return "Done.";
    },
    check: expecting({
      changed: { "jira/issues/APP-412/status": 1, "jira/issues/APP-412/comments": 1 },
      facts: (world) => {
        const issue = jira.in(world).issues.find(({ id }) => id === "APP-412");
        return [
          ["it is done", issue?.status === "Done"],
          ["it has one comment", issue?.comments.length === 1 && /approved by legal/i.test(issue.comments.join())],
        ];
      },
    }),
  },
  {
    id: "dalia-to-interview",
    kind: "chain",
    request: "On the Trello board Hiring, move Dalia Haddad from Applied to Interview.",
    needs: ["trello/list_boards", "trello/get_lists", "trello/get_cards_by_list_id", "trello/move_card"],
    solution: (call) => {
      const boardId = pick(call("trello/list_boards", {}), /"id": "(\w+)",\s+"name": "Hiring"/);
      const lists = call("trello/get_lists", { boardId });
      const listNamed = (name: string): string =>
        pick(lists, new RegExp(`"id": "([\\w-]+)",\\s+"idBoard": "\\w+",\\s+"name": "${name}"`));
      const cardId = pick(
        call("trello/get_cards_by_list_id", { boardId, listId: listNamed("Applied") }),
        /"id": "(\w+)",\s+"idList": "[\w-]+",\s+"name": "Dalia/,
      );
      call("trello/move_card", { boardId, cardId, listId: listNamed("Interview") });
      return "Moved.";
    },
    check: expecting({
      changed: { "trello/cards/67c1dalia/idList": 1 },
      facts: (world) => [
        [
          "she is in Interview",
          trello.in(world).cards.some(({ id, idList }) => id === "67c1dalia" && idList === "66a1list-interview"),
        ],
      ],
    }),
  },
  {
    id: "coffee-machine",
    kind: "chain",
    request:
      'Add a task "Rent a coffee machine", due 19 March 2026, to the section "Waiting for supplier" of our Asana project Trade fair Munich.',
    needs: [
      "asana/asana_list_workspaces",
      "asana/asana_search_projects",
      "asana/asana_get_project_sections",
      "asana/asana_create_task",
      "asana/asana_add_task_to_section",
    ],
    solution: (call) => {
      const workspace = pick(call("asana/asana_list_workspaces", {}), /"gid": "(\d+)"/);
      const project_id = pick(
        call("asana/asana_search_projects", { workspace, name_pattern: "Trade fair Munich" }),
        /"gid": "(\d+)"/,
      );
      const section_id = pick(
        call("asana/asana_get_project_sections", { project_id }),
        /"gid": "(\d+)",\s+"name": "Waiting for supplier"/,
      );
      const task_id = pick(
        call("asana/asana_create_task", { project_id, name: "Rent a coffee machine", due_on: "2026-03-19" }),
        /"gid": "(\d+)"/,
      );
      call("asana/asana_add_task_to_section", { section_id, task_id });
      return "Added.";
    },
    check: expecting({
      changed: { "asana/tasks/+": 1 },
      facts: (world) => {
        const task = asana.in(world).tasks.at(-1);
        return [
          [
            "it is the task, on the day",
            /rent a coffee machine/i.test(task?.name ?? "") && task?.due_on === "2026-03-19",
          ],
          ["it is in the section", task?.section === "1200300000000022"],
        ];
      },
    }),
  },
  {
    id: "nightly-failure",
    kind: "chain",
    request:
      'Last night\'s pipeline of halden/data-pipeline on GitLab failed. Find out why and open an issue in that project with the title "Nightly pipeline failed" and the cause in its description.',
    needs: [
      "gitlab/list_pipelines",
      "gitlab/list_pipeline_jobs",
      "gitlab/get_pipeline_job_output",
      "gitlab/create_issue",
    ],
    solution: (call) => {
      const project_id = "halden/data-pipeline";
      const pipeline_id = pick(call("gitlab/list_pipelines", { project_id, status: "failed" }), /"id": (\d+)/);
      const job_id = pick(
        call("gitlab/list_pipeline_jobs", { project_id, pipeline_id, scope: "failed" }),
        /"id": (\d+)/,
      );
      const description = pick(
        call("gitlab/get_pipeline_job_output", { project_id, job_id }),
        /ERROR: (certificate.*)/,
      );
      call("gitlab/create_issue", { project_id, title: "Nightly pipeline failed", description });
      return "The certificate of the warehouse expired; the issue is open.";
    },
    check: expecting({
      changed: { "gitlab/issues/+": 1 },
      facts: (world) => {
        const issue = gitlab.in(world).issues.at(-1);
        return [
          [
            "it is in the project with the title",
            issue?.project === 4712 && /nightly pipeline failed/i.test(issue.title),
          ],
          [
            "it names the cause",
            /certificate/i.test(issue?.description ?? "") && /expire/i.test(issue?.description ?? ""),
          ],
        ];
      },
    }),
  },
  {
    id: "error-to-linear",
    kind: "chain",
    request:
      "Take the active production error that happens most often according to Rollbar and create an issue for it in Linear: team Mobile, priority urgent, with the error's text in the title.",
    needs: ["rollbar/get-top-items", "linear/list_teams", "linear/create_issue"],
    solution: (call) => {
      const title = pick(call("rollbar/get-top-items", { environment: "production" }), /"title": "([^"]+)"/);
      const teamId = pick(call("linear/list_teams", {}), /"id": "([\w-]+)",\s+"name": "Mobile"/);
      call("linear/create_issue", { title, teamId, priority: 1 });
      return "Created.";
    },
    check: expecting({
      changed: { "linear/issues/+": 1 },
      facts: (world) => {
        const issue = linear.in(world).issues.at(-1);
        return [
          ["it is about the error", /OrderRow/.test(issue?.title ?? "")],
          ["it is urgent and for Mobile", issue?.priority === 1 && issue.teamId === "8c1f0c52-team-mobile"],
        ];
      },
    }),
  },
  {
    id: "disk-swap",
    kind: "chain",
    request:
      "The database host number 7 gets a new disk. Mute it in Datadog until 20:00 UTC on 11 March 2026, and write in #ops-alerts on Slack that it is muted.",
    needs: ["datadog/list_hosts", "datadog/mute_host", "slack/slack_list_channels", "slack/slack_post_message"],
    solution: (call) => {
      const hostname = pick(call("datadog/list_hosts", { filter: "db-7" }), /"name":"(db-7[^"]*)"/);
      call("datadog/mute_host", { hostname, end: Date.parse("2026-03-11T20:00:00Z") / 1000 });
      const channel_id = pick(call("slack/slack_list_channels", {}), /"id": "(\w+)",\s+"name": "ops-alerts"/);
      call("slack/slack_post_message", { channel_id, text: `${hostname} is muted until 20:00 UTC.` });
      return "Muted and told.";
    },
    check: expecting({
      changed: {
        "datadog/hosts/db-7.prod.halden/muted": 1,
        "datadog/hosts/db-7.prod.halden/mute_end": 1,
        "slack/messages/+": 1,
      },
      mayChange: ["datadog/hosts/db-7.prod.halden/message"],
      facts: (world) => {
        const host = datadog.in(world).hosts.find(({ id }) => id === "db-7.prod.halden");
        const message = slack.in(world).messages.at(-1);
        return [
          ["it is muted until 20:00 UTC", host?.mute_end === Date.parse("2026-03-11T20:00:00Z") / 1000],
          ["#ops-alerts knows", message?.channel === "C07A4OPS" && /muted/i.test(message.text)],
        ];
      },
    }),
  },
  {
    id: "free-shipping-limit",
    kind: "chain",
    request:
      "Shipping is free from 100 euros now. Write 100 into the key free_shipping_from of the KV namespace shop-flags at Cloudflare.",
    needs: ["cloudflare/get_kvs", "cloudflare/kv_put"],
    solution: (call) => {
      const namespaceId = pick(call("cloudflare/get_kvs", {}), /"id": "(\w+)",\s+"title": "shop-flags"/);
      call("cloudflare/kv_put", { namespaceId, key: "free_shipping_from", value: "100" });
      return "Written.";
    },
    check: expecting({
      changed: { "cloudflare/pairs/0f2a6f2b9c8d4kvflags:free_shipping_from/value": 1 },
      facts: (world) => [
        [
          "it is 100",
          cloudflare.in(world).pairs.some(({ key, value }) => key === "free_shipping_from" && value === "100"),
        ],
      ],
    }),
  },
  {
    id: "remove-spam",
    kind: "chain",
    request:
      "Somebody advertises cheap watches in the channel meetups of our Discord server 1180000000000000001. Delete that message.",
    needs: ["discord/discord_get_server_info", "discord/discord_read_messages", "discord/discord_delete_message"],
    solution: (call) => {
      const channelId = pick(
        call("discord/discord_get_server_info", { guildId: "1180000000000000001" }),
        /"id": "(\d+)",\s+"name": "meetups"/,
      );
      const messageId = pick(
        call("discord/discord_read_messages", { channelId }),
        /"id": "(\d+)",\s+"channel": "\d+",\s+"author": "\w+",\s+"content": "Cheap watches/,
      );
      call("discord/discord_delete_message", { channelId, messageId });
      return "Deleted.";
    },
    check: expecting({ changed: { "discord/messages/1190000000000000002/-": 1 } }),
  },
  {
    id: "publish-changelog",
    kind: "chain",
    request:
      'Put the file /projects/shop/CHANGELOG.md, as it is, into the GitHub repository halden/storefront as CHANGELOG.md on the branch main, with the commit message "Add changelog".',
    needs: ["filesystem/read_text_file", "github/create_or_update_file"],
    solution: (call) => {
      const content = call("filesystem/read_text_file", { path: "/projects/shop/CHANGELOG.md" }).text;
      call("github/create_or_update_file", {
        owner: "halden",
        repo: "storefront",
        path: "CHANGELOG.md",
        content,
        message: "Add changelog",
        branch: "main",
      });
      return "It is in the repository.";
    },
    check: expecting({
      changed: { "github/files/+": 1, "github/commits/+": 1 },
      facts: (world) => {
        const { files, commits } = github.in(world);
        const content = files.find(({ id }) => id === "storefront@main:CHANGELOG.md")?.content.trim();
        return [
          ["the file is as it was", content === "# Changelog\n\n## 4.2.0\n- Cart rounding fixed\n- Size guide"],
          ["the commit says so", commits.some(({ message }) => /add changelog/i.test(message))],
        ];
      },
    }),
  },
];
