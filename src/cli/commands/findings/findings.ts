import type {Finding, Level} from '../../../findings/finding.js';
import type {FindingsReport} from '../../../findings/inspector.js';
import {oneLine} from '../../../findings/log-line.js';
import {sandboxCommand} from '../../command.js';
import {allOption, query} from '../../output/format.js';
import {answer} from '../../output/output.js';

export const findings = sandboxCommand({
  usage: 'findings',
  describe: 'Show what the client got wrong, and the requests that would be right',
  options: {all: {...allOption, describe: 'Show those of every account, not only of the one of the key'}},
  examples: [
    ['findings', 'the worst first'],
    ['findings --all --json', 'of every account, for a program'],
  ],
  run: async (client, {all, json}) => {
    const report = await client.get<FindingsReport>(`/findings${query(all)}`);
    answer(json, report, textOf(report));
  },
});

const names: Readonly<Record<Level, string>> = {error: 'error', warn: 'warning', info: 'info'};

const counted = (number: number, word: string) => `${number} ${word}${number === 1 ? '' : 's'}`;

function textOf({findings, not_exercised}: FindingsReport): string {
  const levels = Object.keys(names) as Level[];
  const sums = levels.map(level => counted(findings.filter(finding => finding.level === level).length, names[level]));
  return [
    ...findings.flatMap(linesOf),
    findings.length === 0 ? 'Nothing was found.' : `${sums.join(', ')}.`,
    `${counted(not_exercised.length, 'rule')} not exercised: what they need did not happen.`,
  ].join('\n');
}

const linesOf = ({level, rule, operation, count, message, fix, caller, docs, first}: Finding): string[] =>
  [
    `${names[level]} ${rule}: ${operation}${count > 1 ? ` (${count} times)` : ''}`,
    `  ${message}`,
    `  ${fix.text}`,
    ...(fix.curl === null ? [] : [`  ${fix.curl}`]),
    `  ${[`first: ${first.method} ${first.url}`, ...caller, docs].join('; ')}`,
    '',
  ].map(oneLine);
