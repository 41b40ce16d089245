import {
  addEvent,
  type CalendarState,
  calendarIdOf,
  changeEvent,
  eventsOf,
  removeEvent,
  showEvent,
} from "./google-calendar.ts";
import { defineService, find, matchesWords, ServiceError } from "./service.ts";

interface Permission {
  readonly id: string;
  role: string;
  readonly emailAddress: string;
}

interface File {
  readonly id: string;
  name: string;
  readonly kind: "folder" | "document" | "spreadsheet" | "pdf" | "text";
  parent: string;
  text: string;
  /** The tabs of a spreadsheet. */
  sheets: { id: number; title: string; rows: string[][] }[];
  permissions: Permission[];
  locked: boolean;
  trashed: boolean;
}

const mimes = {
  folder: "application/vnd.google-apps.folder",
  document: "application/vnd.google-apps.document",
  spreadsheet: "application/vnd.google-apps.spreadsheet",
  pdf: "application/pdf",
  text: "text/plain",
} as const;

function file(id: string, name: string, kind: File["kind"], more: Partial<File> = {}): File {
  return {
    id,
    name,
    kind,
    parent: "root",
    text: "",
    sheets: [],
    permissions: [{ id: "p1", role: "owner", emailAddress: "maya@halden.example" }],
    locked: false,
    trashed: false,
    ...more,
  };
}

const sheet = (title: string, rows: string[][], id = 0) => ({ id, title, rows });

const seed = () => ({
  files: [
    file("1fAbFolderContracts", "Contracts", "folder"),
    file("1fAbFolderPress", "Press", "folder"),
    file("1dXcLeaseOslo", "Lease Oslo office", "pdf", { parent: "1fAbFolderContracts" }),
    file("1dXcPriceList", "Price list 2026", "document", {
      text: "Price list 2026\n\nFjell 40: 329\nSund: 189\nVarde: 399\n",
    }),
    file("1dXcAgenda", "All-hands March", "document", {
      text: "1. Numbers of February\n2. New tents\n3. Offsite in June\n",
    }),
    file("1dXcLogoGuide", "Logo guide", "document", {
      parent: "1fAbFolderPress",
      text: "Use the red logo on white.\n",
    }),
    file("1dXcPressKit", "Press kit spring", "document", {
      parent: "1fAbFolderPress",
      text: "Halden Outdoor, founded in 2009.\n",
    }),
    file("1dXcPhotoList", "Photo list", "document", { parent: "1fAbFolderPress", text: "Summit, river, hut.\n" }),
    file("1sQzReturns", "Returns 2026", "spreadsheet", {
      sheets: [
        sheet("Sheet1", [
          ["Order", "Customer", "Item", "Amount"],
          ["1017", "Ana Lima", "Wool socks", "9.00"],
          ["1033", "Piet Jansen", "Ice axe Tind", "119.00"],
        ]),
      ],
    }),
    file("1sQzBudget", "Office budget", "spreadsheet", {
      sheets: [
        sheet("Q1", [
          ["Post", "Planned", "Spent"],
          ["Coffee", "900", "640"],
          ["Plants", "300", "410"],
          ["Chairs", "2400", "2380"],
        ]),
      ],
    }),
  ],
});

type State = ReturnType<typeof seed>;

const missing = (id: string): string => `Error: File not found: ${id}.`;

function fileOf(state: State, id: string, kind?: File["kind"]): File {
  const found = find(state.files, (item) => item.id === id && !item.trashed, missing(id));
  if (kind && found.kind !== kind) throw new ServiceError(`Error: ${found.name} is not a Google ${kind}`);
  return found;
}

function writable(state: State, id: string, kind?: File["kind"]): File {
  const found = fileOf(state, id, kind);
  if (found.locked) throw new ServiceError("Error: The file is locked: content restrictions forbid this change.");
  return found;
}

const show = ({ id, name, kind }: File): string => `${name} (${mimes[kind]}, id: ${id})`;
const listing = (files: readonly File[]): string =>
  files.length === 0 ? "No files found." : `Found ${files.length} files:\n${files.map(show).join("\n")}`;

function parentOf(state: State, id: string | undefined): string {
  return id === undefined || id === "root" || id === "/" ? "root" : fileOf(state, id, "folder").id;
}

function create(
  state: State,
  kind: File["kind"],
  name: string,
  parent: string | undefined,
  more: Partial<File> = {},
): File {
  const created = file(`1new${kind}${state.files.length + 1}`, name, kind, {
    parent: parentOf(state, parent),
    ...more,
  });
  state.files.push(created);
  return created;
}

/** A query as people write it, or one of Drive's own with name contains '…'. */
function wordsOf(query: string): string {
  const quoted = [...query.matchAll(/(?:name|fullText)\s*(?:contains|=)\s*'([^']*)'/g)].map(([, text]) => text);
  return quoted.length > 0 ? quoted.join(" ") : query;
}

const filesOfKind = (state: State, kind: File["kind"], query = ""): string =>
  listing(state.files.filter((item) => item.kind === kind && !item.trashed && matchesWords(wordsOf(query), item.name)));

const search = (state: State, query: string): string =>
  listing(state.files.filter((item) => !item.trashed && matchesWords(wordsOf(query), item.name, item.text)));

function share(state: State, args: { fileId: string; emailAddress: string; role?: string }): string {
  const target = fileOf(state, args.fileId);
  const role = args.role ?? "reader";
  const existing = target.permissions.find(({ emailAddress }) => emailAddress === args.emailAddress);
  if (existing) existing.role = role;
  else target.permissions.push({ id: `p${target.permissions.length + 1}`, role, emailAddress: args.emailAddress });
  return `Shared "${target.name}" with ${args.emailAddress} as ${role}`;
}

interface Place {
  readonly rows: string[][];
  readonly row: number;
  readonly column: number;
}

/** The place where a range in A1 notation starts: `Sheet1!B2:C3`, `B2` or only the name of the tab. */
function placeOf(target: File, range: string): Place {
  const parts = range.includes("!")
    ? range.split("!")
    : /^[A-Z]{1,2}\d*(:[A-Z]{1,2}\d*)?$/.test(range)
      ? ["", range]
      : [range, ""];
  const title = (parts[0] ?? "").replaceAll("'", "");
  const tab = title === "" ? target.sheets[0] : target.sheets.find((item) => item.title === title);
  if (!tab) throw new ServiceError(`Error: Unable to parse range: ${range}`);
  const [, letter = "A", digits = "1"] = /^([A-Z])?(\d+)?/.exec(parts[1] ?? "") ?? [];
  return { rows: tab.rows, row: Number(digits) - 1, column: letter.charCodeAt(0) - 65 };
}

type Cell = string | number | boolean | null;

function writeCells({ rows, row, column }: Place, data: readonly (readonly Cell[])[]): void {
  for (const [down, cells] of data.entries()) {
    while (rows.length <= row + down) rows.push([]);
    for (const [right, cell] of cells.entries()) (rows[row + down] as string[])[column + right] = String(cell ?? "");
  }
}

const calendar = (other: (server: string) => Record<string, unknown>): CalendarState =>
  other("google-calendar") as CalendarState;

interface DriveTime {
  dateTime?: string;
  date?: string;
}

const timeOf = (time: DriveTime | undefined): string | undefined => time?.dateTime ?? time?.date;

interface DriveEvent {
  calendarId?: string;
  summary?: string;
  description?: string;
  location?: string;
  start?: DriveTime;
  end?: DriveTime;
  attendees?: string[];
}

function eventFields({ summary, description, location, start, end, attendees }: DriveEvent) {
  const fields = {
    summary,
    description,
    location,
    start: timeOf(start),
    end: timeOf(end),
    attendees: attendees?.map((email) => ({ email })),
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

export const googleDrive = defineService("google-drive", seed, {
  search: (state, args: { query: string }) => search(state, args.query),
  listFolder: (state, args: { folderId?: string }) => {
    const parent = parentOf(state, args.folderId);
    return listing(state.files.filter((item) => item.parent === parent && !item.trashed));
  },
  listGoogleDocs: (state, args: { query?: string }) => filesOfKind(state, "document", args.query),
  listGoogleSheets: (state, args: { query?: string }) => filesOfKind(state, "spreadsheet", args.query),
  createFolder: (state, args: { name: string; parent?: string }) =>
    `Created folder: ${show(create(state, "folder", args.name, args.parent))}`,
  createTextFile: (state, args: { name: string; content: string; parentFolderId?: string }) =>
    `Created file: ${show(create(state, "text", args.name, args.parentFolderId, { text: args.content }))}`,
  updateTextFile: (state, args: { fileId: string; content: string; name?: string }) => {
    const target = writable(state, args.fileId, "text");
    target.text = args.content;
    if (args.name) target.name = args.name;
    return `Updated file: ${target.name}`;
  },
  deleteItem: (state, args: { itemId: string }) => {
    const target = writable(state, args.itemId);
    target.trashed = true;
    return `Moved to trash: ${target.name}`;
  },
  renameItem: (state, args: { itemId: string; newName: string }) => {
    const target = writable(state, args.itemId);
    target.name = args.newName;
    return `Renamed to ${args.newName}`;
  },
  moveItem: (state, args: { itemId: string; destinationFolderId?: string }) => {
    const target = fileOf(state, args.itemId);
    target.parent = parentOf(state, args.destinationFolderId);
    return `Moved "${target.name}"`;
  },
  copyFile: (state, args: { fileId: string; newName?: string; parentFolderId?: string }) => {
    const { kind, name, text, sheets, parent } = fileOf(state, args.fileId);
    return `Copied: ${show(create(state, kind, args.newName ?? `Copy of ${name}`, args.parentFolderId ?? parent, { text, sheets: structuredClone(sheets) }))}`;
  },
  listPermissions: (state, args: { fileId: string }) => fileOf(state, args.fileId).permissions,
  addPermission: share,
  shareFile: (state, args: { fileId: string; emailAddress: string; role?: string }) => share(state, args),
  updatePermission: (state, args: { fileId: string; permissionId: string; role: string }) => {
    find(
      fileOf(state, args.fileId).permissions,
      ({ id }) => id === args.permissionId,
      "Error: Permission not found",
    ).role = args.role;
    return `Permission ${args.permissionId} is now ${args.role}`;
  },
  removePermission: (state, args: { fileId: string; permissionId?: string; emailAddress?: string }) => {
    const target = fileOf(state, args.fileId);
    const found = find(
      target.permissions,
      ({ id, emailAddress }) => id === args.permissionId || emailAddress === args.emailAddress,
      "Error: Permission not found",
    );
    target.permissions = target.permissions.filter((item) => item !== found);
    return `Removed ${found.emailAddress} from "${target.name}"`;
  },
  lockFile: (state, args: { fileId: string }) => {
    const target = fileOf(state, args.fileId);
    target.locked = true;
    return `Locked "${target.name}"`;
  },
  unlockFile: (state, args: { fileId: string }) => {
    const target = fileOf(state, args.fileId);
    target.locked = false;
    return `Unlocked "${target.name}"`;
  },
  createGoogleDoc: (state, args: { name: string; content: string; parentFolderId?: string }) =>
    `Created Google Doc: ${show(create(state, "document", args.name, args.parentFolderId, { text: args.content }))}`,
  readGoogleDoc: (state, args: { documentId: string }) => fileOf(state, args.documentId, "document").text,
  getGoogleDocContent: (state, args: { documentId: string }) => fileOf(state, args.documentId, "document").text,
  getDocumentInfo: (state, args: { documentId: string }) => show(fileOf(state, args.documentId, "document")),
  updateGoogleDoc: (state, args: { documentId: string; content: string }) => {
    const target = writable(state, args.documentId, "document");
    target.text = args.content;
    return `Updated Google Doc: ${target.name}`;
  },
  insertText: (state, args: { documentId: string; text: string; index: number }) => {
    const target = writable(state, args.documentId, "document");
    target.text = target.text.slice(0, args.index - 1) + args.text + target.text.slice(args.index - 1);
    return `Inserted ${args.text.length} characters`;
  },
  findAndReplaceInDoc: (
    state,
    args: { documentId: string; findText: string; replaceText: string; dryRun?: boolean },
  ) => {
    const target = writable(state, args.documentId, "document");
    const count = target.text.split(args.findText).length - 1;
    if (!args.dryRun) target.text = target.text.replaceAll(args.findText, args.replaceText);
    return `${args.dryRun ? "Would replace" : "Replaced"} ${count} occurrences`;
  },
  createGoogleSheet: (state, args: { name: string; data: string[][]; parentFolderId?: string }) =>
    `Created Google Sheet: ${show(create(state, "spreadsheet", args.name, args.parentFolderId, { sheets: [sheet("Sheet1", args.data)] }))}`,
  getSpreadsheetInfo: (state, args: { spreadsheetId: string }) =>
    fileOf(state, args.spreadsheetId, "spreadsheet").sheets.map(({ id, title, rows }) => ({
      sheetId: id,
      title,
      rowCount: rows.length,
    })),
  listSheets: (state, args: { spreadsheetId: string }) =>
    fileOf(state, args.spreadsheetId, "spreadsheet").sheets.map(({ id, title }) => ({ sheetId: id, title })),
  getGoogleSheetContent: (state, args: { spreadsheetId: string; range: string }) => {
    const { rows } = placeOf(fileOf(state, args.spreadsheetId, "spreadsheet"), args.range);
    return rows.map((cells, index) => `Row ${index + 1}: ${cells.join(", ")}`).join("\n");
  },
  updateGoogleSheet: (state, args: { spreadsheetId: string; range: string; data: string[][] }) => {
    writeCells(placeOf(writable(state, args.spreadsheetId, "spreadsheet"), args.range), args.data);
    return `Updated range ${args.range}`;
  },
  appendSpreadsheetRows: (state, args: { spreadsheetId: string; range: string; values: Cell[][] }) => {
    const { rows } = placeOf(writable(state, args.spreadsheetId, "spreadsheet"), args.range);
    writeCells({ rows, row: rows.length, column: 0 }, args.values);
    return `Appended ${args.values.length} rows`;
  },
  addSheet: (state, args: { spreadsheetId: string; title: string }) => addSheet(state, args.spreadsheetId, args.title),
  addSpreadsheetSheet: (state, args: { spreadsheetId: string; sheetTitle: string }) =>
    addSheet(state, args.spreadsheetId, args.sheetTitle),
  listCalendars: (_state, _args: object, other) => calendar(other).calendars,
  getCalendarEvents: (
    _state,
    args: { calendarId?: string; timeMin?: string; timeMax?: string; query?: string },
    other,
  ) => eventsOf(calendar(other), args.calendarId ?? "primary", args.timeMin, args.timeMax, args.query).map(showEvent),
  getCalendarEvent: (_state, args: { calendarId?: string; eventId: string }, other) => {
    const id = calendarIdOf(calendar(other), args.calendarId ?? "primary");
    return showEvent(find(eventsOf(calendar(other), id), (item) => item.id === args.eventId, "Error: Not Found"));
  },
  createCalendarEvent: (_state, args: DriveEvent & { summary: string; start: DriveTime; end: DriveTime }, other) =>
    showEvent(
      addEvent(calendar(other), {
        calendarId: args.calendarId ?? "primary",
        summary: args.summary,
        start: "",
        end: "",
        ...eventFields(args),
      }),
    ),
  updateCalendarEvent: (_state, args: DriveEvent & { eventId: string }, other) =>
    showEvent(changeEvent(calendar(other), args.calendarId ?? "primary", args.eventId, eventFields(args))),
  deleteCalendarEvent: (_state, args: { calendarId?: string; eventId: string }, other) =>
    `Deleted event ${removeEvent(calendar(other), args.calendarId ?? "primary", args.eventId).id}`,
});

function addSheet(state: State, spreadsheetId: string, title: string): string {
  const { sheets } = writable(state, spreadsheetId, "spreadsheet");
  sheets.push(sheet(title, [], sheets.length));
  return `Added sheet "${title}" (sheetId: ${sheets.length - 1})`;
}
