/** Supports light and dark colour schemes, phones and printing. */
export const style = `
:root{color-scheme:light dark;--bg:#f6f7f9;--card:#fff;--ink:#1c2330;--soft:#5b6577;--line:#dfe3ea;--code:#f0f2f6;
--error:#c4293a;--warn:#a86400;--info:#2563b8;--good:#1c7a45}
@media (prefers-color-scheme:dark){:root{--bg:#12161d;--card:#1a202a;--ink:#e6e9ef;--soft:#9aa5b8;--line:#2c3543;
--code:#232b37;--error:#ff7a86;--warn:#f0b24d;--info:#7db2ff;--good:#5fd08f}}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--ink);font:15px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{max-width:920px;margin:0 auto;padding:32px 20px 64px}
h1{font-size:26px;line-height:1.2;margin:0 0 10px;letter-spacing:-.01em}
h2{font-size:19px;margin:40px 0 12px}
h3{font-size:16px;font-weight:400;margin:8px 0;overflow-wrap:anywhere}
h4{font-size:13px;margin:12px 0 6px;color:var(--soft)}
code,pre{font:13px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
code{background:var(--code);border-radius:4px;padding:1px 5px;overflow-wrap:anywhere}
pre{background:var(--code);border-radius:8px;padding:10px 12px;margin:10px 0;white-space:pre-wrap;overflow-wrap:anywhere}
pre code{padding:0;background:none}
.exit{margin:0;padding:10px 14px;border-radius:8px;background:var(--card);border:1px solid var(--line);
border-left:4px solid var(--good)}
.exit.bad{border-left-color:var(--error)}
.tiles{display:grid;grid-template-columns:repeat(3,1fr);gap:12px;margin:18px 0 22px}
.tile{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:12px 16px;cursor:pointer;
display:grid;grid-template-columns:1fr auto;align-items:baseline}
.tile b{font-size:28px;line-height:1.1;font-variant-numeric:tabular-nums}
.tile span{color:var(--soft);grid-column:1}
.tile input{grid-column:2;grid-row:1;accent-color:var(--ink)}
.tile.error b{color:var(--error)}.tile.warn b{color:var(--warn)}.tile.info b{color:var(--info)}
.tile.none b{color:var(--soft)}
main:has(#error:not(:checked)) .findings .card.error,main:has(#warn:not(:checked)) .findings .card.warn,
main:has(#info:not(:checked)) .findings .card.info{display:none}
.card{background:var(--card);border:1px solid var(--line);border-left:4px solid var(--info);border-radius:10px;
padding:14px 18px;margin:0 0 14px}
.card.error{border-left-color:var(--error)}.card.warn{border-left-color:var(--warn)}
.level{font-weight:600;font-size:13px;color:var(--info)}
.error .level{color:var(--error)}.warn .level{color:var(--warn)}
.count{color:var(--soft);font-size:13px}
.callers{margin:6px 0}.fix{margin:6px 0;color:var(--ink)}
details{margin:6px 0 0}summary{cursor:pointer;color:var(--soft)}
.card summary{font-size:13px}
dl{display:grid;grid-template-columns:max-content 1fr;gap:4px 14px;margin:8px 0 0}
dt{color:var(--soft);font-size:13px}dd{margin:0;overflow-wrap:anywhere;font-size:13px}
.axis{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:10px 16px;margin:0 0 8px}
.axis summary{display:grid;grid-template-columns:110px 1fr 150px 90px;gap:12px;align-items:center;color:var(--ink)}
.axis .what{color:var(--soft);font-size:13px}
.axis .of{text-align:right;font-variant-numeric:tabular-nums}
meter{width:100%;height:14px}
.empty{padding:22px;text-align:center;color:var(--soft);background:var(--card);border:1px dashed var(--line);border-radius:10px}
footer{margin-top:36px;color:var(--soft);font-size:13px}
h1,.case>summary{overflow-wrap:anywhere}.top+.card{margin-top:14px}.case>summary{font-size:15px;color:var(--ink)}
.sides{display:grid;grid-template-columns:repeat(3,minmax(0,1fr));gap:12px;margin:12px 0}
.sides section{background:var(--bg);border:1px solid var(--line);border-radius:8px;padding:8px 12px}
.sides h3{font-size:13px;font-weight:600;margin:0 0 4px}
.sides ol{margin:0;padding-left:18px}.sides li,.sides p{font-size:13px;margin:0 0 4px;overflow-wrap:anywhere}
.matrix{width:100%;border-collapse:collapse;table-layout:fixed;background:var(--card);font-size:13px}
.matrix :is(th,td){border:1px solid var(--line);padding:6px;text-align:left;vertical-align:top;overflow-wrap:anywhere}
.matrix th:first-child{width:200px}.matrix small{display:block;font-weight:400;color:var(--soft)}
.matrix .bad{color:var(--error);font-weight:600}.matrix .untried{color:var(--soft)}
.notes{padding-left:18px;font-size:13px;color:var(--soft);overflow-wrap:anywhere}
@media (max-width:640px){.sides{grid-template-columns:1fr}.matrix thead{display:none}.matrix :is(tr,th){display:block}
.matrix th:first-child{width:auto}.matrix td{display:grid;grid-template-columns:80px 1fr;border-top:0}
.matrix td::before{content:attr(data-check);color:var(--soft);font-weight:400}
.axis summary{grid-template-columns:1fr auto}.axis .what,.axis meter{grid-column:1/-1}
dl{grid-template-columns:1fr}.tiles{gap:8px}.tile{padding:10px 12px}}
@media print{.tile input{display:none}.card,.axis{break-inside:avoid}}
`;
