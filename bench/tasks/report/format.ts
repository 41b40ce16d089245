import type { Estimate } from "../run/statistics.ts";

export function count(value: number): string {
  return Math.round(value).toLocaleString("en-US");
}

export function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

export function dollars(value: number): string {
  return `$${value.toFixed(4)}`;
}

export function times(value: number): string {
  return `${value.toFixed(2)}×`;
}

export function withInterval({ mean, low, high }: Estimate, write: (value: number) => string): string {
  return `${write(mean)} (${write(low)} to ${write(high)})`;
}

export function decimal(value: number): string {
  return value.toFixed(2);
}
