import {plainLine} from '../../../exchanges/printable.js';
import type {Finding, Level} from '../../../findings/finding.js';
import {levels, listsOf, timesText} from '../outcome.js';
import type {RunReport} from '../run-report.js';
import {linesOf} from '../source-line.js';

const commands: Readonly<Record<Level, string>> = {error: 'error', warn: 'warning', info: 'notice'};

/** A workflow step displays at most this many annotations per level. */
const maxAnnotations = 10;

/** Escapes a text so that it can neither end a workflow command nor begin another one. */
const dataOf = (text: string): string => plainLine(text).replaceAll('%', '%25');

const propertyOf = (text: string): string => dataOf(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

function annotation(finding: Finding): string {
  const {level, rule, operation, message, fix, count, caller} = finding;
  const [line] = linesOf(finding);
  const where = line === undefined ? [] : [`file=${propertyOf(line.file)}`, `line=${line.line}`];
  const properties = [...where, `title=${propertyOf(rule)}`].join(',');
  // Workflow commands encode a line break this way.
  const text = dataOf(`${operation}: ${message}${timesText(count)}`);
  const chains = caller.filter(chain => chain !== (line && `${line.file}:${line.line}`));
  const lines = [...chains.map(chain => `in ${chain}`), ...listsOf(finding), fix.text].map(dataOf);
  return `::${commands[level]} ${properties}::${[text, ...lines].join('%0A')}`;
}

export function githubAnnotations({findings}: RunReport): string {
  const shown = levels.flatMap(level => findings.filter(finding => finding.level === level).slice(0, maxAnnotations));
  return shown.map(annotation).join('\n');
}
