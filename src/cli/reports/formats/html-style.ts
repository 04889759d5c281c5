import {readFileSync} from 'node:fs';
import {packageFolder} from '../../../version.js';

/**
 * The style of a report: the theme of all pages, and its own rules. Supports phones and printing. In a frame of the
 * console, which sets the theme, the header is hidden to avoid a second one.
 */
export const readStyle = (): string => readFileSync(new URL('dist/docs-page/theme.css', packageFolder), 'utf8') + style;

const style = `
body{font-size:15px;line-height:1.55}
html[data-theme] .site-header{display:none}
main{max-width:920px;margin:0 auto;padding:32px 20px 64px}
h1{font-size:26px;line-height:1.2;margin:0 0 10px;letter-spacing:-.01em}
h2{font-size:19px;margin:40px 0 12px}
h3{font-size:16px;font-weight:400;margin:8px 0;overflow-wrap:anywhere}
h4{font-size:13px;margin:12px 0 6px;color:var(--muted)}
code{background:var(--raised);border-radius:4px;padding:1px 5px;overflow-wrap:anywhere}
pre{background:var(--raised);border-radius:8px;padding:10px 12px;margin:10px 0;white-space:pre-wrap;overflow-wrap:anywhere}
pre code{padding:0;background:none}
.exit{margin:0;padding:10px 14px;border-radius:8px;background:var(--card);border:1px solid var(--line);
border-left:4px solid var(--good)}
.exit.bad{border-left-color:var(--bad)}
.tiles{display:grid;grid-template-columns:repeat(3,1fr);gap:12px;margin:18px 0 22px}
.tile{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:12px 16px;cursor:pointer;
display:grid;grid-template-columns:1fr auto;align-items:baseline}
.tile b{font-size:28px;line-height:1.1;font-variant-numeric:tabular-nums}
.tile span{color:var(--muted);grid-column:1}
.tile input{grid-column:2;grid-row:1;accent-color:var(--text)}
.tile.error b{color:var(--bad)}.tile.warn b{color:var(--warn)}.tile.info b{color:var(--info)}
.tile.none b{color:var(--muted)}
main:has(#error:not(:checked)) .findings .card.error,main:has(#warn:not(:checked)) .findings .card.warn,
main:has(#info:not(:checked)) .findings .card.info{display:none}
.card{background:var(--card);border:1px solid var(--line);border-left:4px solid var(--info);border-radius:10px;
padding:14px 18px;margin:0 0 14px}
.card.error{border-left-color:var(--bad)}.card.warn{border-left-color:var(--warn)}
.level{font-weight:600;font-size:13px;color:var(--info)}
.error .level{color:var(--bad)}.warn .level{color:var(--warn)}
.count{color:var(--muted);font-size:13px}
.callers{margin:6px 0}.fix{margin:6px 0;color:var(--text)}
details{margin:6px 0 0}summary{cursor:pointer;color:var(--muted)}
.card summary{font-size:13px}
dl{display:grid;grid-template-columns:max-content 1fr;gap:4px 14px;margin:8px 0 0}
dt{color:var(--muted);font-size:13px}dd{margin:0;overflow-wrap:anywhere;font-size:13px}
.axis{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:10px 16px;margin:0 0 8px}
.axis summary{display:grid;grid-template-columns:110px 1fr 150px 90px;gap:12px;align-items:center;color:var(--text)}
.axis .what{color:var(--muted);font-size:13px}
.axis .of{text-align:right;font-variant-numeric:tabular-nums}
meter{width:100%;height:14px}
.empty{padding:22px;text-align:center;color:var(--muted);background:var(--card);border:1px dashed var(--line);border-radius:10px}
h1,.case>summary{overflow-wrap:anywhere}.top+.card{margin-top:14px}.case>summary{font-size:15px;color:var(--text)}
.sides{display:grid;grid-template-columns:repeat(3,minmax(0,1fr));gap:12px;margin:12px 0}
.sides section{background:var(--ground);border:1px solid var(--line);border-radius:8px;padding:8px 12px}
.sides h3{font-size:13px;font-weight:600;margin:0 0 4px}
.sides ol{margin:0;padding-left:18px}.sides li,.sides p{font-size:13px;margin:0 0 4px;overflow-wrap:anywhere}
.matrix{width:100%;border-collapse:collapse;table-layout:fixed;background:var(--card);font-size:13px}
.matrix :is(th,td){border:1px solid var(--line);padding:6px;text-align:left;vertical-align:top;overflow-wrap:anywhere}
.matrix th:first-child{width:200px}.matrix small{display:block;font-weight:400;color:var(--muted)}
.matrix .bad{color:var(--bad);font-weight:600}.matrix .untried{color:var(--muted)}
.notes{padding-left:18px;font-size:13px;color:var(--muted);overflow-wrap:anywhere}
@media (max-width:640px){.sides{grid-template-columns:1fr}.matrix thead{display:none}.matrix :is(tr,th){display:block}
.matrix th:first-child{width:auto}.matrix td{display:grid;grid-template-columns:80px 1fr;border-top:0}
.matrix td::before{content:attr(data-check);color:var(--muted);font-weight:400}
.axis summary{grid-template-columns:1fr auto}.axis .what,.axis meter{grid-column:1/-1}
dl{grid-template-columns:1fr}.tiles{gap:8px}.tile{padding:10px 12px}}
@media print{.tile input{display:none}.card,.axis{break-inside:avoid}}
`;
