import { assignGiven, defineService, find, matchesWords, now, remove, ServiceError } from "./service.ts";

interface Attendee {
  email: string;
  responseStatus?: string;
}

export interface CalendarEvent {
  readonly id: string;
  calendar: string;
  summary: string;
  description: string;
  location: string;
  start: string;
  end: string;
  attendees: Attendee[];
  recurrence: string[];
}

const me = "maya@halden.example";
const team = "c_ops-team@group.calendar.google.com";

function event(
  id: string,
  summary: string,
  start: string,
  end: string,
  more: Partial<CalendarEvent> = {},
): CalendarEvent {
  return {
    id,
    calendar: me,
    summary,
    description: "",
    location: "",
    start,
    end,
    attendees: [],
    recurrence: [],
    ...more,
  };
}

const seed = () => ({
  calendars: [
    { id: me, summary: "Maya Lindqvist", primary: true },
    { id: team, summary: "Operations team", primary: false },
  ],
  events: [
    event("ev01coffee", "Coffee with Tom", "2026-03-12T10:00:00", "2026-03-12T10:30:00", {
      attendees: [{ email: "tom@halden.example", responseStatus: "accepted" }],
    }),
    event("ev02budget", "Budget review", "2026-03-12T14:00:00", "2026-03-12T15:00:00"),
    event("ev03stand", "Standup", "2026-03-13T09:00:00", "2026-03-13T09:15:00"),
    event("ev04lunch", "Lunch with the printers", "2026-03-13T13:00:00", "2026-03-13T14:00:00"),
    event("ev05onbo", "Onboarding Ben", "2026-03-13T14:30:00", "2026-03-13T15:00:00"),
    event("ev06call1", "Call with Campgear", "2026-03-20T09:00:00", "2026-03-20T09:30:00"),
    event("ev07call2", "Photo selection", "2026-03-20T11:00:00", "2026-03-20T12:00:00"),
    event("ev08call3", "Price talk", "2026-03-20T15:00:00", "2026-03-20T15:30:00"),
    event("ev09dinner", "Board dinner", "2026-03-26T19:00:00", "2026-03-26T22:00:00", {
      location: "Restaurant Sjøhuset",
      attendees: [
        { email: "chair@halden.example", responseStatus: "accepted" },
        { email: me, responseStatus: "needsAction" },
      ],
    }),
    event("ev10inven", "Stocktaking", "2026-03-20T08:00:00", "2026-03-20T12:00:00", { calendar: team }),
  ],
});

export type CalendarState = ReturnType<typeof seed>;

const missing = "Error: Event not found";

export function calendarIdOf(state: CalendarState, id: string): string {
  const wanted = id === "primary" ? me : id;
  return find(
    state.calendars,
    (item) => item.id === wanted || item.summary === wanted,
    `Error: Calendar "${id}" not found`,
  ).id;
}

function eventOf(state: CalendarState, calendarId: string, eventId: string): CalendarEvent {
  const calendar = calendarIdOf(state, calendarId);
  return find(state.events, (item) => item.calendar === calendar && item.id === eventId, missing);
}

const zone = "Europe/Berlin";

/** The wall time in the world's zone, which is how events are kept. A time without an offset is one already. */
function local(time: string): string {
  if (time.length === 10) return `${time}T00:00:00`;
  if (!/(?:Z|[+-]\d{2}:?\d{2})$/.test(time)) return time.slice(0, 19);
  return new Date(time).toLocaleString("sv-SE", { timeZone: zone }).replace(" ", "T");
}

const overlaps = (item: CalendarEvent, from: string | undefined, to: string | undefined): boolean =>
  (!to || local(item.start) < local(to)) && (!from || local(item.end) > local(from));

export function eventsOf(
  state: CalendarState,
  calendarId: string | string[],
  from?: string,
  to?: string,
  query = "",
): CalendarEvent[] {
  const given =
    typeof calendarId === "string" && calendarId.startsWith("[")
      ? (JSON.parse(calendarId) as string[])
      : [calendarId].flat();
  const calendars = given.map((id) => calendarIdOf(state, id));
  return state.events
    .filter((item) => calendars.includes(item.calendar) && overlaps(item, from, to))
    .filter((item) =>
      matchesWords(query, item.summary, item.description, item.location, ...item.attendees.map(({ email }) => email)),
    )
    .sort((a, b) => a.start.localeCompare(b.start));
}

export interface NewEvent {
  calendarId?: string;
  summary: string;
  start: string;
  end: string;
  description?: string;
  location?: string;
  attendees?: Attendee[];
  recurrence?: string[];
}

export function addEvent(state: CalendarState, given: NewEvent): CalendarEvent {
  const { summary, start, end, description, location, attendees, recurrence } = given;
  if (local(end) <= local(start)) throw new ServiceError("Error: The specified time range is empty.");
  const created = event(`evnew${state.events.length + 1}`, summary, local(start), local(end), {
    calendar: calendarIdOf(state, given.calendarId ?? "primary"),
  });
  assignGiven(created, { description, location, attendees, recurrence } as Partial<CalendarEvent>);
  state.events.push(created);
  return created;
}

export function changeEvent(
  state: CalendarState,
  calendarId: string,
  eventId: string,
  given: Partial<NewEvent>,
): CalendarEvent {
  const target = eventOf(state, calendarId, eventId);
  const { summary, description, location, attendees, recurrence } = given;
  const start = given.start === undefined ? undefined : local(given.start);
  const end = given.end === undefined ? undefined : local(given.end);
  assignGiven(target, { summary, description, location, attendees, recurrence, start, end } as Partial<CalendarEvent>);
  return target;
}

/** An event as the API shows it. The world ends before summer time begins. */
export const showEvent = ({ calendar, start, end, ...rest }: CalendarEvent) => ({
  ...rest,
  calendarId: calendar,
  status: "confirmed",
  start: { dateTime: `${start}+01:00`, timeZone: zone },
  end: { dateTime: `${end}+01:00`, timeZone: zone },
});

export const removeEvent = (state: CalendarState, calendarId: string, eventId: string): CalendarEvent =>
  remove(state.events, (item) => item === eventOf(state, calendarId, eventId), missing);

interface Range {
  calendarId: string | string[];
  timeMin?: string;
  timeMax?: string;
}

export const googleCalendar = defineService("google-calendar", seed, {
  "get-current-time": () => ({ currentTime: now, timezone: "Europe/Berlin", offset: "+01:00" }),
  "list-calendars": (state) => ({ calendars: state.calendars }),
  "list-colors": () => ({ event: { "1": "Lavender", "11": "Tomato" } }),
  "manage-accounts": (_state, args: { action: string }) => {
    if (args.action !== "list") throw new ServiceError("Error: accounts are managed by your administrator");
    return { accounts: [{ account_id: "normal", email: me, status: "active" }] };
  },
  "list-events": (state, args: Range) => {
    const events = eventsOf(state, args.calendarId, args.timeMin, args.timeMax);
    return { events: events.map(showEvent), totalCount: events.length };
  },
  "search-events": (state, args: Range & { query: string }) => {
    const events = eventsOf(state, args.calendarId, args.timeMin, args.timeMax, args.query);
    return { events: events.map(showEvent), totalCount: events.length };
  },
  "get-event": (state, args: { calendarId: string; eventId: string }) => ({
    event: showEvent(eventOf(state, args.calendarId, args.eventId)),
  }),
  "create-event": (state, args: NewEvent) => ({ event: showEvent(addEvent(state, args)) }),
  "create-events": (state, args: { calendarId?: string; events: NewEvent[] }) => ({
    events: args.events.map((given) =>
      showEvent(addEvent(state, { ...(args.calendarId ? { calendarId: args.calendarId } : {}), ...given })),
    ),
  }),
  "update-event": (state, args: Partial<NewEvent> & { calendarId: string; eventId: string }) => ({
    event: showEvent(changeEvent(state, args.calendarId, args.eventId, args)),
  }),
  "delete-event": (state, args: { calendarId: string; eventId: string }) => {
    removeEvent(state, args.calendarId, args.eventId);
    return { success: true, message: "Event deleted successfully", eventId: args.eventId };
  },
  "get-freebusy": (state, args: { calendars: { id: string }[]; timeMin: string; timeMax: string }) => ({
    calendars: Object.fromEntries(
      args.calendars.map(({ id }) => [
        id,
        {
          busy: eventsOf(state, id, args.timeMin, args.timeMax).map((item) => ({
            start: showEvent(item).start.dateTime,
            end: showEvent(item).end.dateTime,
          })),
        },
      ]),
    ),
  }),
  "respond-to-event": (state, args: { calendarId: string; eventId: string; response: string }) => {
    const target = eventOf(state, args.calendarId, args.eventId);
    const mine = find(target.attendees, ({ email }) => email === me, "Error: You are not an attendee of this event");
    mine.responseStatus = args.response;
    return { event: showEvent(target) };
  },
});
