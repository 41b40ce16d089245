import { assignGiven, defineService, find, ServiceError } from "./service.ts";

const seed = () => ({
  budgets: [
    { id: "b7d1-home", name: "Home" },
    { id: "b7d2-club", name: "Rowing club" },
  ],
  accounts: [
    { id: "acc-checking", budget: "b7d1-home", name: "Checking", balance: 3_120_500 },
    { id: "acc-cash", budget: "b7d1-home", name: "Cash", balance: 84_000 },
    { id: "acc-club", budget: "b7d2-club", name: "Club account", balance: 991_000 },
  ],
  categories: [
    {
      id: "cat-groceries",
      budget: "b7d1-home",
      name: "Groceries",
      budgeted: 520_000,
      activity: -361_400,
      balance: 158_600,
    },
    {
      id: "cat-eating",
      budget: "b7d1-home",
      name: "Eating out",
      budgeted: 150_000,
      activity: -187_300,
      balance: -37_300,
    },
    { id: "cat-bike", budget: "b7d1-home", name: "Bike", budgeted: 60_000, activity: 0, balance: 60_000 },
    { id: "cat-boats", budget: "b7d2-club", name: "Boats", budgeted: 800_000, activity: -120_000, balance: 680_000 },
  ],
  transactions: [
    transaction("t-901", "b7d1-home", "2026-03-07", -42_300, "Market hall", false),
    transaction("t-902", "b7d1-home", "2026-03-09", -118_000, "Spoke & Chain", false),
    transaction("t-903", "b7d1-home", "2026-03-10", -9_900, "Streamly", false),
    transaction("t-880", "b7d1-home", "2026-02-27", -700_000, "Rent", true),
    transaction("t-950", "b7d2-club", "2026-03-08", -260_000, "Oar works", false),
  ],
});

function transaction(id: string, budget: string, date: string, amount: number, payee: string, approved: boolean) {
  return { id, budget, date, amount, payee, approved, account: "", category: null as string | null, memo: "" };
}

type State = ReturnType<typeof seed>;

/** The server that the definitions come from is set up without a budget of its own, so the id has to be given. */
function budgetOf(state: State, id: string | undefined): string {
  if (!id)
    throw new ServiceError(
      "No budget ID provided. Please provide a budget ID or set the YNAB_BUDGET_ID environment variable. Use the ListBudgets tool to get a list of available budgets.",
    );
  return find(
    state.budgets,
    (budget) => budget.id === id,
    `Error getting budget ${id}: {"error":{"id":"404.2","name":"resource_not_found"}}`,
  ).id;
}

export const ynab = defineService("ynab", seed, {
  list_budgets: (state) => state.budgets,
  budget_summary: (state, args: { budgetId?: string; month?: string }) => {
    const budget = budgetOf(state, args.budgetId);
    return {
      monthBudget: {
        month: "2026-03-01",
        categories: state.categories.filter((category) => category.budget === budget),
      },
      accounts: state.accounts.filter((account) => account.budget === budget),
      note: "Divide all numbers by 1000 to get the balance in dollars.",
    };
  },
  get_unapproved_transactions: (state, args: { budgetId?: string }) => {
    const budget = budgetOf(state, args.budgetId);
    const transactions = state.transactions.filter((item) => item.budget === budget && !item.approved);
    return {
      transactions: transactions.map(({ id, date, amount, payee }) => ({
        id,
        date,
        amount: (amount / 1000).toFixed(2),
        payee_name: payee,
        approved: false,
      })),
      transaction_count: transactions.length,
    };
  },
  approve_transaction: (state, args: { budgetId?: string; transactionId?: string; approved?: string }) => {
    const budget = budgetOf(state, args.budgetId);
    const target = find(
      state.transactions,
      (item) => item.budget === budget && item.id === args.transactionId,
      "Error approving transaction: resource_not_found",
    );
    target.approved = args.approved !== "false";
    return { success: true, transactionId: target.id, message: "Transaction updated successfully" };
  },
  create_transaction: (
    state,
    args: {
      budgetId?: string;
      accountId?: string;
      date?: string;
      amount?: number;
      payeeName?: string;
      categoryId?: string;
      memo?: string;
    },
  ) => {
    const budget = budgetOf(state, args.budgetId);
    const { id: account } = find(
      state.accounts,
      (item) => item.budget === budget && item.id === args.accountId,
      "Error creating transaction: account not found",
    );
    const created = transaction(
      `t-new${state.transactions.length}`,
      budget,
      args.date ?? "",
      Math.round((args.amount ?? 0) * 1000),
      args.payeeName ?? "",
      false,
    );
    assignGiven(created, { account, category: args.categoryId, memo: args.memo } as Partial<typeof created>);
    state.transactions.push(created);
    return { success: true, transactionId: created.id, message: "Transaction created successfully" };
  },
});
