import { assignGiven, defineService, find, matchesWords, remove } from "./service.ts";

const boardHiring = "65f0b0a1hiring";
const boardKitchen = "65f0b0a2kitchen";
const boardLaunch = "65f0b0a3launch";

function card(id: string, idList: string, name: string, desc = "") {
  return {
    id,
    idList,
    name,
    desc,
    due: null as string | null,
    dueComplete: false,
    closed: false,
    idMembers: [] as string[],
    idLabels: [] as string[],
    attachments: [] as string[],
  };
}

const seed = () => ({
  workspaces: [{ id: "65f0aaaaworkspace", displayName: "Halden" }],
  boards: [
    { id: boardHiring, name: "Hiring", closed: false },
    { id: boardKitchen, name: "Kitchen renovation", closed: false },
    { id: boardLaunch, name: "Spring launch", closed: false },
  ],
  lists: [
    { id: "66a1list-applied", idBoard: boardHiring, name: "Applied", closed: false },
    { id: "66a1list-interview", idBoard: boardHiring, name: "Interview", closed: false },
    { id: "66a1list-offer", idBoard: boardHiring, name: "Offer", closed: false },
    { id: "66a2list-todo", idBoard: boardKitchen, name: "To do", closed: false },
    { id: "66a2list-done", idBoard: boardKitchen, name: "Done", closed: false },
    { id: "66a3list-ideas", idBoard: boardLaunch, name: "Ideas", closed: false },
    { id: "66a3list-onboarding", idBoard: boardLaunch, name: "Store visits", closed: false },
  ],
  cards: [
    card("67c1dalia", "66a1list-applied", "Dalia Haddad – warehouse lead", "Ten years in logistics"),
    card("67c1kofi", "66a1list-applied", "Kofi Mensah – buyer"),
    card("67c1ruth", "66a1list-interview", "Ruth Svensson – data analyst"),
    card("67c2tiles", "66a2list-todo", "Buy tiles"),
    card("67c2baking", "66a2list-todo", "Housewarming baking", "Things to buy are in the checklist"),
    card("67c2sink", "66a2list-done", "Order the sink"),
    card("67c3video", "66a3list-ideas", "Video on the summit"),
  ],
  checkItems: [
    { id: "68e1flour", card: "67c2baking", checklist: "Shopping", name: "Flour", state: "incomplete" },
    { id: "68e1eggs", card: "67c2baking", checklist: "Shopping", name: "Eggs", state: "incomplete" },
    { id: "68e1yeast", card: "67c2baking", checklist: "Shopping", name: "Yeast", state: "complete" },
  ],
  members: [
    { id: "64mmaya", fullName: "Maya Lindqvist", username: "mayal" },
    { id: "64msara", fullName: "Sara Okafor", username: "sarao" },
  ],
  labels: [
    { id: "69lurgent", idBoard: boardHiring, name: "urgent", color: "red" },
    { id: "69lremote", idBoard: boardHiring, name: "remote", color: "blue" },
  ],
  comments: [] as { id: string; card: string; text: string }[],
  active: { board: boardKitchen },
});

type State = ReturnType<typeof seed>;
type OnBoard = { boardId?: string };

const invalid = "Error: Request failed with status code 404: The requested resource was not found.";
const boardOf = (state: State, args: OnBoard) =>
  find(state.boards, ({ id }) => id === (args.boardId ?? state.active.board), invalid);
const listOf = (state: State, listId: string) => find(state.lists, ({ id }) => id === listId, invalid);
const cardOf = (state: State, cardId: string) => find(state.cards, ({ id }) => id === cardId, invalid);
const nextId = (prefix: string, items: readonly unknown[]): string =>
  `${prefix}${String(items.length + 1).padStart(8, "0")}`;

interface NewCard {
  name: string;
  description?: string;
  dueDate?: string;
  labels?: string[];
}

function addCard(state: State, listId: string, given: NewCard) {
  const created = card(nextId("6b00", state.cards), listOf(state, listId).id, given.name, given.description ?? "");
  created.due = given.dueDate ?? null;
  created.idLabels = given.labels ?? [];
  state.cards.push(created);
  return created;
}

/** The items of the checklist with a name, on a card or on all cards of a board. */
function checklist(state: State, args: { name: string; cardId?: string; boardId?: string }) {
  const boardId = args.cardId === undefined ? boardOf(state, args).id : undefined;
  const cards = state.cards.filter(({ id, idList }) =>
    args.cardId ? id === args.cardId : listOf(state, idList).idBoard === boardId,
  );
  return state.checkItems.filter(
    (item) => item.checklist.toLowerCase() === args.name.toLowerCase() && cards.some(({ id }) => id === item.card),
  );
}

export const trello = defineService("trello", seed, {
  list_workspaces: (state) => state.workspaces,
  list_boards: (state) => state.boards,
  list_boards_in_workspace: (state) => state.boards,
  get_active_board_info: (state) => boardOf(state, {}),
  set_active_board: (state, args: { boardId: string }) => {
    state.active.board = boardOf(state, args).id;
    return `Successfully set active board to "${boardOf(state, {}).name}"`;
  },
  get_lists: (state, args: OnBoard) => {
    const { id } = boardOf(state, args);
    return state.lists.filter(({ idBoard, closed }) => idBoard === id && !closed);
  },
  add_list_to_board: (state, args: OnBoard & { name: string }) => {
    const list = { id: nextId("6a00", state.lists), idBoard: boardOf(state, args).id, name: args.name, closed: false };
    state.lists.push(list);
    return list;
  },
  get_cards_by_list_id: (state, args: { listId: string; nameFilter?: string }) => {
    const { id } = listOf(state, args.listId);
    return state.cards.filter(
      (item) => item.idList === id && !item.closed && matchesWords(args.nameFilter ?? "", item.name),
    );
  },
  get_my_cards: (state) => state.cards.filter(({ idMembers }) => idMembers.includes("64mmaya")),
  get_card: (state, args: { cardId: string }) => ({
    ...cardOf(state, args.cardId),
    checkItems: state.checkItems.filter((item) => item.card === args.cardId),
    comments: state.comments.filter((comment) => comment.card === args.cardId),
  }),
  add_card_to_list: (state, args: NewCard & { listId: string }) => addCard(state, args.listId, args),
  add_cards_to_list: (state, args: { listId: string; cards: NewCard[] }) =>
    args.cards.map((given) => addCard(state, args.listId, given)),
  update_card_details: (
    state,
    args: {
      cardId: string;
      name?: string;
      description?: string;
      dueDate?: string;
      dueComplete?: boolean;
      labels?: string[];
    },
  ) => {
    const target = cardOf(state, args.cardId);
    const { name, description: desc, dueDate: due, dueComplete, labels: idLabels } = args;
    assignGiven(target, { name, desc, due, dueComplete, idLabels } as Partial<typeof target>);
    return target;
  },
  move_card: (state, args: { cardId: string; listId: string }) => {
    const target = cardOf(state, args.cardId);
    target.idList = listOf(state, args.listId).id;
    return target;
  },
  archive_card: (state, args: { cardId: string }) => {
    const target = cardOf(state, args.cardId);
    target.closed = true;
    return target;
  },
  archive_list: (state, args: { listId: string }) => {
    const target = listOf(state, args.listId);
    target.closed = true;
    return target;
  },
  add_comment: (state, args: { cardId: string; text: string }) => {
    const comment = { id: nextId("6c00", state.comments), card: cardOf(state, args.cardId).id, text: args.text };
    state.comments.push(comment);
    return comment;
  },
  get_card_comments: (state, args: { cardId: string }) =>
    state.comments.filter((comment) => comment.card === args.cardId),
  get_checklist_items: checklist,
  get_checklist_by_name: (state, args: { name: string; cardId?: string; boardId?: string }) => {
    const items = checklist(state, args);
    const done = items.filter((item) => item.state === "complete").length;
    return {
      name: args.name,
      items,
      percentComplete: items.length === 0 ? 0 : Math.round((100 * done) / items.length),
    };
  },
  find_checklist_items_by_description: (state, args: { description: string; cardId?: string }) =>
    state.checkItems.filter(
      (item) => matchesWords(args.description, item.name) && (!args.cardId || item.card === args.cardId),
    ),
  add_checklist_item: (state, args: { text: string; checkListName: string; cardId?: string; boardId?: string }) => {
    const [first] = checklist(state, { ...args, name: args.checkListName });
    const item = {
      id: nextId("6d00", state.checkItems),
      card:
        find(
          [args.cardId ?? first?.card],
          (id) => id !== undefined,
          `Error: Checklist "${args.checkListName}" not found`,
        ) ?? "",
      checklist: args.checkListName,
      name: args.text,
      state: "incomplete",
    };
    state.checkItems.push(item);
    return item;
  },
  update_checklist_item: (state, args: { cardId: string; checkItemId: string; state?: string; name?: string }) => {
    const item = find(state.checkItems, ({ id, card: on }) => id === args.checkItemId && on === args.cardId, invalid);
    assignGiven(item, { state: args.state, name: args.name } as Partial<typeof item>);
    return item;
  },
  delete_checklist_item: (state, args: { checkItemId: string }) =>
    remove(state.checkItems, ({ id }) => id === args.checkItemId, invalid),
  get_board_members: (state) => state.members,
  assign_member_to_card: (state, args: { cardId: string; memberId: string }) => {
    const member = find(state.members, ({ id }) => id === args.memberId, invalid);
    cardOf(state, args.cardId).idMembers.push(member.id);
    return member;
  },
  get_board_labels: (state, args: OnBoard) => {
    const { id } = boardOf(state, args);
    return state.labels.filter(({ idBoard }) => idBoard === id);
  },
  get_recent_activity: () => [],
});
