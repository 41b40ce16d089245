export const styles: string = `
:root { color-scheme: light dark; --ink: light-dark(#1c1f24, #e8eaed); --soft: light-dark(#5f6875, #9aa3af); --line: light-dark(#e3e6ea, #2e343c);
  --page: light-dark(#fbfbfa, #14171b); --card: light-dark(#fff, #1b1f25); --cold: light-dark(#3b6fd4, #6f9bf0); --warm: light-dark(#f0a23c, #f3b765);
  --right: light-dark(#1b8a52, #4cc38a); --wrong: light-dark(#c4383d, #f2777b); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; font-variant-numeric: tabular-nums; }
header, main, footer { max-width: 1240px; margin: 0 auto; padding: 0 24px; }
header { padding-top: 48px; }
h1 { font-size: 34px; letter-spacing: -0.02em; margin: 0; }
h2 { font-size: 18px; margin: 0 0 16px; }
header p, footer p { color: var(--soft); max-width: 80ch; }
section, details { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 20px 24px; margin: 20px 0; }
summary { cursor: pointer; }
details[open] summary { margin-bottom: 16px; }
small { color: var(--soft); font-size: 12px; white-space: nowrap; }
.chart { display: grid; gap: 8px; }
.bar { display: grid; grid-template-columns: minmax(120px, 230px) 1fr 150px; gap: 16px; align-items: center; }
.track { display: grid; gap: 2px; }
.track i { display: block; height: 9px; border-radius: 3px; }
i.cold { background: var(--cold); }
i.warm { background: var(--warm); }
i.cut { mask: linear-gradient(90deg, #000 82%, transparent 82% 84%, #000 84% 88%, transparent 88% 90%, #000 90%); }
.legend { color: var(--soft); margin: 14px 0 0; font-size: 13px; }
.legend i { display: inline-block; width: 12px; height: 9px; border-radius: 2px; margin: 0 4px 0 12px; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: 13.5px; }
th, td { padding: 7px 10px; text-align: right; border-bottom: 1px solid var(--line); vertical-align: top; }
td { white-space: nowrap; }
td small { display: block; }
.matrix td small { display: inline; }
thead th { color: var(--soft); font-weight: 500; }
th[scope="row"] { text-align: left; font-weight: 500; white-space: nowrap; }
tbody tr:last-child > * { border-bottom: 0; }
.matrix td { text-align: center; }
.right { color: var(--right); }
.wrong { color: var(--wrong); background: color-mix(in srgb, var(--wrong) 10%, transparent); }
footer { padding-bottom: 48px; font-size: 13px; }
@media (max-width: 700px) { .bar { grid-template-columns: 1fr; gap: 2px; } }
`;
