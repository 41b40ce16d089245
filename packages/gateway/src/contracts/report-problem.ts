/** Reports an unexpected problem to the operator. */
export type ReportProblem = (problem: string, error?: unknown) => void;
