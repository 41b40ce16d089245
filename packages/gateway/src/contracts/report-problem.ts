/** Somewhere to tell the operator about what nobody foresaw. */
export type ReportProblem = (problem: string, error?: unknown) => void;
