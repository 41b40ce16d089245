/** A moment for the eye, in local time: "2026-11-18 09:05". */
export function formatTime(moment: string): string {
  const date = new Date(moment);
  const two = (value: number): string => String(value).padStart(2, "0");
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join("-");
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}
