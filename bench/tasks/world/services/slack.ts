import { defineService, find, now, ServiceError } from "./service.ts";

interface Message {
  readonly id: string;
  readonly channel: string;
  readonly user: string;
  readonly text: string;
  readonly thread: string | null;
  reactions: string[];
}

const users = [
  {
    id: "U04MAYA",
    name: "maya",
    real_name: "Maya Lindqvist",
    title: "Head of Operations",
    email: "maya@halden.example",
  },
  { id: "U04TOMA", name: "tom.a", real_name: "Tom Adeyemi", title: "Backend developer", email: "tom@halden.example" },
  { id: "U04INES", name: "ines", real_name: "Inês Carvalho", title: "Firmware engineer", email: "ines@halden.example" },
  { id: "U04SARA", name: "sara", real_name: "Sara Okafor", title: "Mobile lead", email: "sara@halden.example" },
  { id: "U04BENW", name: "ben", real_name: "Ben Wagner", title: "Mobile developer", email: "ben@halden.example" },
  { id: "U04NOAH", name: "noah", real_name: "Noah Bakker", title: "Site reliability", email: "noah@halden.example" },
];

const channels = [
  { id: "C07A1GEN", name: "general", topic: "Company-wide", num_members: 41 },
  { id: "C07A2REL", name: "releases", topic: "What went live", num_members: 23 },
  { id: "C07A3STO", name: "storefront", topic: "The web shop", num_members: 12 },
  { id: "C07A4OPS", name: "ops-alerts", topic: "Hosts and monitors", num_members: 9 },
  { id: "C07A5BER", name: "office-berlin", topic: "Berlin", num_members: 14 },
  { id: "C07A6OSL", name: "office-oslo", topic: "Oslo", num_members: 17 },
  { id: "C07A7POR", name: "office-porto", topic: "Porto", num_members: 8 },
  { id: "C07A8SUP", name: "support", topic: "Customer questions", num_members: 11 },
];

const seed = () => ({
  users: structuredClone(users),
  channels: structuredClone(channels),
  messages: [
    message("1773216000.000100", "C07A3STO", "U04TOMA", "The cart rounds 0.5 cents the wrong way, a fix is in review."),
    message(
      "1773219600.000200",
      "C07A8SUP",
      "U04SARA",
      "A customer asks when the Fjell 40 backpack is back in stock. Who knows?",
    ),
    message("1773220200.000300", "C07A8SUP", "U04BENW", "Order 1043 went to the old address."),
    message("1773218000.000400", "C07A4OPS", "U04NOAH", "db-7 is noisy tonight, the disk swap starts at 18:00."),
    message("1773214000.000500", "C07A1GEN", "U04INES", "Cake in the Porto kitchen!"),
  ],
});

function message(id: string, channel: string, user: string, text: string, thread: string | null = null): Message {
  return { id, channel, user, text, thread, reactions: [] };
}

type State = ReturnType<typeof seed>;

function openChannel(state: State, id: string): string {
  return find(state.channels, (channel) => channel.id === id, failure("channel_not_found")).id;
}

const failure = (error: string): string => JSON.stringify({ ok: false, error });

function post(state: State, channel: string, text: string, thread: string | null): unknown {
  openChannel(state, channel);
  if (thread !== null) find(state.messages, ({ id }) => id === thread, failure("thread_not_found"));
  const id = `${Date.parse(now) / 1000}.${String(state.messages.length + 1).padStart(6, "0")}`;
  state.messages.push(message(id, channel, "U04MAYA", text, thread));
  return { ok: true, channel, ts: id, message: { type: "message", user: "U04MAYA", text, ts: id } };
}

const show = ({ id, user, text, thread, reactions }: Message) => ({
  type: "message",
  user,
  text,
  ts: id,
  ...(thread === null ? {} : { thread_ts: thread }),
  ...(reactions.length > 0 ? { reactions: reactions.map((name) => ({ name, count: 1, users: ["U04MAYA"] })) } : {}),
});

export const slack = defineService("slack", seed, {
  slack_list_channels: (state) => ({
    ok: true,
    channels: state.channels.map((channel) => ({
      id: channel.id,
      name: channel.name,
      is_channel: true,
      is_archived: false,
      topic: { value: channel.topic },
      num_members: channel.num_members,
    })),
    response_metadata: { next_cursor: "" },
  }),
  slack_post_message: (state, args: { channel_id: string; text: string }) =>
    post(state, args.channel_id, args.text, null),
  slack_reply_to_thread: (state, args: { channel_id: string; thread_ts: string; text: string }) =>
    post(state, args.channel_id, args.text, args.thread_ts),
  slack_add_reaction: (state, args: { channel_id: string; timestamp: string; reaction: string }) => {
    openChannel(state, args.channel_id);
    const target = find(state.messages, ({ id }) => id === args.timestamp, failure("message_not_found"));
    const reaction = args.reaction.replaceAll(":", "");
    if (target.reactions.includes(reaction)) throw new ServiceError(failure("already_reacted"));
    target.reactions.push(reaction);
    return { ok: true };
  },
  slack_get_channel_history: (state, args: { channel_id: string; limit?: number }) => {
    const id = openChannel(state, args.channel_id);
    const messages = state.messages.filter(({ channel, thread }) => channel === id && thread === null).reverse();
    return { ok: true, messages: messages.slice(0, args.limit ?? 10).map(show), has_more: false };
  },
  slack_get_thread_replies: (state, args: { channel_id: string; thread_ts: string }) => {
    openChannel(state, args.channel_id);
    const messages = state.messages.filter(({ id, thread }) => id === args.thread_ts || thread === args.thread_ts);
    if (messages.length === 0) throw new ServiceError(failure("thread_not_found"));
    return { ok: true, messages: messages.map(show), has_more: false };
  },
  slack_get_users: (state) => ({
    ok: true,
    members: state.users.map(({ id, name, real_name }) => ({ id, name, real_name, deleted: false, is_bot: false })),
    response_metadata: { next_cursor: "" },
  }),
  slack_get_user_profile: (state, args: { user_id: string }) => {
    const user = find(state.users, ({ id }) => id === args.user_id, failure("user_not_found"));
    return {
      ok: true,
      profile: { real_name: user.real_name, title: user.title, email: user.email, display_name: user.name },
    };
  },
});
