import { defineService, find, remove } from "./service.ts";

const guild = "1180000000000000001";

const seed = () => ({
  guilds: [{ id: guild, name: "Halden Trail Club", memberCount: 812 }],
  channels: [
    { id: "1180000000000000010", name: "announcements", type: "text", topic: "News for all members" },
    { id: "1180000000000000011", name: "meetups", type: "text", topic: "Walks together" },
    { id: "1180000000000000012", name: "gear-talk", type: "text", topic: "What to wear" },
    { id: "1180000000000000020", name: "trip-reports", type: "forum", topic: "How it was" },
  ],
  messages: [
    {
      id: "1190000000000000001",
      channel: "1180000000000000011",
      author: "piotr",
      content: "Who joins the sunrise walk on 22 March?",
      reactions: [] as string[],
    },
    {
      id: "1190000000000000002",
      channel: "1180000000000000011",
      author: "spam4u",
      content: "Cheap watches here: watches.example",
      reactions: [] as string[],
    },
    {
      id: "1190000000000000003",
      channel: "1180000000000000012",
      author: "linh",
      content: "Which gaiters for mud?",
      reactions: [] as string[],
    },
  ],
  posts: [
    {
      id: "1195000000000000001",
      channel: "1180000000000000020",
      title: "Winter in Rondane",
      content: "Cold, and worth it.",
      replies: [] as string[],
    },
  ],
});

type State = ReturnType<typeof seed>;

const channelOf = (state: State, id: string) =>
  find(state.channels, (channel) => channel.id === id, `Cannot find channel ID: ${id}`);
const messageOf = (state: State, id: string) =>
  find(state.messages, (message) => message.id === id, `Cannot find message with ID: ${id}`);
const postOf = (state: State, id: string) =>
  find(state.posts, (post) => post.id === id, `Cannot find thread with ID: ${id}`);
const guildOf = (state: State, id: string) =>
  find(state.guilds, (item) => item.id === id, `Cannot find guild with ID: ${id}`);

export const discord = defineService("discord", seed, {
  discord_login: () => "Already logged in as: Halden Bot#4821",
  discord_get_server_info: (state, args: { guildId: string }) => ({
    ...guildOf(state, args.guildId),
    channels: { count: state.channels.length, details: state.channels },
  }),
  discord_get_forum_channels: (state, args: { guildId: string }) => {
    guildOf(state, args.guildId);
    return state.channels.filter(({ type }) => type === "forum");
  },
  discord_send: (state, args: { channelId: string; message: string }) => {
    const { id } = channelOf(state, args.channelId);
    state.messages.push({
      id: String(1190000000000000100n + BigInt(state.messages.length)),
      channel: id,
      author: "Halden Bot",
      content: args.message,
      reactions: [],
    });
    return `Message successfully sent to channel ID: ${id}`;
  },
  discord_read_messages: (state, args: { channelId: string; limit?: number }) => {
    const { id } = channelOf(state, args.channelId);
    return {
      channelId: id,
      messages: state.messages.filter((message) => message.channel === id).slice(-(args.limit ?? 50)),
    };
  },
  discord_delete_message: (state, args: { channelId: string; messageId: string }) =>
    `Successfully deleted message with ID: ${remove(state.messages, ({ id, channel }) => id === args.messageId && channel === args.channelId, `Cannot find message with ID: ${args.messageId}`).id}`,
  discord_add_reaction: (state, args: { messageId: string; emoji: string }) => {
    messageOf(state, args.messageId).reactions.push(args.emoji);
    return `Successfully added reaction ${args.emoji} to message ID: ${args.messageId}`;
  },
  discord_create_text_channel: (state, args: { guildId: string; channelName: string; topic?: string }) => {
    guildOf(state, args.guildId);
    const created = {
      id: String(1180000000000000100n + BigInt(state.channels.length)),
      name: args.channelName,
      type: "text",
      topic: args.topic ?? "",
    };
    state.channels.push(created);
    return `Successfully created text channel "${created.name}" with ID: ${created.id}`;
  },
  discord_delete_channel: (state, args: { channelId: string }) =>
    `Successfully deleted channel with ID: ${remove(state.channels, ({ id }) => id === args.channelId, `Cannot find channel with ID: ${args.channelId}`).id}`,
  discord_create_forum_post: (state, args: { forumChannelId: string; title: string; content: string }) => {
    const { id } = channelOf(state, args.forumChannelId);
    const created = {
      id: String(1195000000000000100n + BigInt(state.posts.length)),
      channel: id,
      title: args.title,
      content: args.content,
      replies: [] as string[],
    };
    state.posts.push(created);
    return `Successfully created forum post "${created.title}" with ID: ${created.id}`;
  },
  discord_get_forum_post: (state, args: { threadId: string }) => postOf(state, args.threadId),
  discord_reply_to_forum: (state, args: { threadId: string; message: string }) => {
    postOf(state, args.threadId).replies.push(args.message);
    return `Successfully replied to forum post. Message ID: 1199000000000000001`;
  },
});
