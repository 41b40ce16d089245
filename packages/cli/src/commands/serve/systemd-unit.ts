/** What a unit runs. */
export interface UnitCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly workingFolder: string;
  /** How long the command may take to stop. */
  readonly stopSeconds: number;
}

/** A unit for systemd that serves the gateway, restarts it after a failure and reloads its config. */
export function systemdUnit({ command, args, workingFolder, stopSeconds }: UnitCommand): string {
  return `# systemctl --user enable --now toolcrib, after saving this as ~/.config/systemd/user/toolcrib.service
[Unit]
Description=Toolcrib gateway
Wants=network-online.target
After=network-online.target

[Service]
Type=exec
ExecStart=${[command, ...args].map(quote).join(" ")}
ExecReload=/bin/kill -HUP $MAINPID
WorkingDirectory=${workingFolder.replaceAll("%", "%%")}
# Keys of upstreams, such as ANTHROPIC_API_KEY=…, and TOOLCRIB_STORE=… and TOOLCRIB_UPSTREAM=… for URLs with passwords,
# which are not printed above; the file may be missing.
EnvironmentFile=-%h/.config/toolcrib/environment
Restart=on-failure
RestartSec=2
# Longer than shutdown.delaySeconds and shutdown.drainSeconds together.
TimeoutStopSec=${stopSeconds}
NoNewPrivileges=yes

[Install]
WantedBy=default.target`;
}

/** Quotes a word as systemd reads it: % and $ stand for themselves when they are doubled. */
function quote(word: string): string {
  const escaped = word.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("%", "%%").replaceAll("$", "$$$$");
  return /^[\w@%+=:,./\\$-]+$/.test(escaped) ? escaped : `"${escaped}"`;
}
