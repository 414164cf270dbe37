// The style of the import report: one column, light or dark as the reader prefers, and fit for print.

export const STYLE = `
:root {
  color-scheme: light dark;
  --paper: #fbfaf8; --card: #fff; --ink: #1c2529; --quiet: #56636a; --line: #dfe0dc;
  --accent: #0f5c63; --tint: #e4efee; --warn: #8a4b00; --bad: #a3262a; --bad-tint: #fbecea; --good: #1c6b3c;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #12181b; --card: #1a2226; --ink: #e6eaea; --quiet: #a2b0b5; --line: #303b40;
    --accent: #7fd0cf; --tint: #1d3537; --warn: #f2c078; --bad: #ff9c99; --bad-tint: #35201f; --good: #8bd6a4;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; max-width: 46rem; padding: 2.5rem 1.25rem 3rem;
  background: var(--paper); color: var(--ink);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", sans-serif; overflow-wrap: anywhere;
}
h1, h2, h3, p, dl, dd, ul { margin: 0; }
h1 { font-size: clamp(1.5rem, 6vw, 2.1rem); line-height: 1.2; letter-spacing: -0.01em; }
h2 { font-size: 1.25rem; margin-top: 2.75rem; }
h3 { font-size: 1rem; }
small { color: var(--quiet); font-size: 0.875rem; font-weight: 400; }
.eyebrow { color: var(--quiet); font-size: 0.875rem; margin-bottom: 0.4rem; }
.verdict { font-size: 1.1rem; margin-top: 0.6rem; }
.verdict.good { color: var(--good); }
.verdict.bad { color: var(--bad); }
.note { color: var(--quiet); margin-top: 0.25rem; }
.tiles { display: grid; grid-template-columns: repeat(4, 1fr); gap: 0.75rem; margin-top: 1.75rem; }
.tile { display: flex; flex-direction: column; background: var(--card); border: 1px solid var(--line); border-radius: 0.6rem; padding: 0.8rem 1rem; }
.tile dd { font-size: 1.6rem; font-weight: 600; line-height: 1.2; font-variant-numeric: tabular-nums; }
.tile dt { color: var(--quiet); font-size: 0.875rem; }
.tile.warn dd { color: var(--warn); }
.tile.bad dd { color: var(--bad); }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 0.6rem; padding: 1rem 1.15rem; margin-top: 0.9rem; }
.refusal { background: var(--bad-tint); border-left: 4px solid var(--bad); border-radius: 0.6rem; padding: 1rem 1.15rem; margin-top: 1.75rem; }
.refusal h2 { margin: 0 0 0.3rem; color: var(--bad); font-size: 1rem; }
.refusal p + p { margin-top: 0.4rem; }
.advice { background: var(--tint); border-radius: 0.4rem; padding: 0.5rem 0.75rem; margin-top: 0.6rem; }
.expected, .more { color: var(--quiet); font-size: 0.875rem; margin-top: 0.5rem; }
table { width: 100%; border-collapse: collapse; margin-top: 0.6rem; table-layout: fixed; }
th, td { text-align: left; vertical-align: top; padding: 0.4rem 0.75rem 0.4rem 0; font-weight: 400; border-top: 1px solid var(--line); }
thead th { border-top: 0; color: var(--quiet); font-size: 0.875rem; }
th:first-child { width: 34%; }
.places { font-variant-numeric: tabular-nums; }
td small { display: block; }
td i { color: var(--quiet); }
summary { cursor: pointer; font-weight: 600; }
summary b { color: var(--accent); font-variant-numeric: tabular-nums; }
.card > table:first-child { margin-top: 0; }
ul { list-style: none; padding: 0; margin-top: 0.5rem; }
li { border-top: 1px solid var(--line); padding: 0.5rem 0; }
li .title { display: block; }
li dl { margin-top: 0.3rem; font-size: 0.9375rem; }
.change { display: grid; grid-template-columns: 12rem 1fr; gap: 0 0.75rem; }
.change dt { color: var(--quiet); }
del { color: var(--quiet); }
ins { text-decoration: none; color: var(--accent); }
footer { margin-top: 3rem; color: var(--quiet); font-size: 0.875rem; }
@media (max-width: 34rem) {
  body { padding-top: 1.5rem; }
  .tiles { grid-template-columns: repeat(2, 1fr); }
  .change { grid-template-columns: 1fr; }
}
@media print {
  :root { color-scheme: light; --paper: #fff; --card: #fff; --ink: #000; --quiet: #444; --line: #bbb; --accent: #0f5c63; --tint: #fff; --warn: #8a4b00; --bad: #a3262a; --bad-tint: #fff; --good: #1c6b3c; }
  body { max-width: none; padding: 0; font-size: 10.5pt; }
  .card, .tile, tr, li { break-inside: avoid; }
  details.card { break-inside: auto; box-decoration-break: clone; -webkit-box-decoration-break: clone; }
  details::details-content { content-visibility: visible; display: block; }
  summary { break-after: avoid; }
  .advice { border: 1px solid var(--line); }
  h2, h3 { break-after: avoid; }
}
`
