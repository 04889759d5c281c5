import type {ExampleRequest, FalseAlarm, FindingRule, RuleExample} from './rule.js';
import {otherFindings, rules} from './rules/index.js';

/** Longer examples show only the first requests. */
const maxShown = 6;

const requestText = ({method = 'GET', path, body, headers = {}, times = 1}: ExampleRequest): string => {
  const head = `${method} ${path.replace('{key}', '<key>')}${times > 1 ? `   (${times} times)` : ''}`;
  const lines = Object.entries(headers).filter(([, value]) => value !== '');
  const texts = lines.map(([name, value]) => `${name}: ${value.replace('{url}', '<the address of the sandbox>')}`);
  return [head, ...texts, ...(body === undefined ? [] : [JSON.stringify(body)])].join('\n');
};

function exampleText({requests, flags}: RuleExample): string {
  const shown = requests.slice(0, maxShown).map(requestText);
  const more = requests.length - shown.length;
  const block = [...shown, ...(more > 0 ? [`... and ${more} more like it`] : [])].join('\n\n');
  return [...(flags === undefined ? [] : [`With \`${flags}\`:`, '']), '```http', block, '```'].join('\n');
}

type Words = Pick<FindingRule, 'id' | 'level' | 'what' | 'why' | 'turnOff'>;

const page = ({id, level, what, why, turnOff}: Words, about: string, ...sections: readonly string[]): string =>
  [`# ${id}`, `${about}Level: ${level}`, what, why, ...sections, '## When to turn it off', turnOff].join('\n\n');

const alarmText = ({what, undecided}: FalseAlarm) =>
  `- ${what}${undecided === undefined ? '' : ` Reported anyway: ${undecided}`}`;

const rulePage = (rule: FindingRule): string => {
  const {id, axis, bad, good, falseAlarms: alarms = []} = rule;
  const notMistakes = alarms.length === 0 ? [] : ['## Not a mistake', alarms.map(alarmText).join('\n')];
  const examples = ['## Wrong', exampleText(bad), '## Right', exampleText(good)];
  return `${page(rule, `About ${axis}. `, ...examples, ...notMistakes)}

\`crm-sandbox start --findings ${id}=off\`, or \`startSandbox({findings: {rules: {'${id}': 'off'}}})\`. Single findings are
suppressed in \`crm-sandbox.suppressions.json\`, with a reason.
`;
};

const rulesPage = (rules: readonly FindingRule[]): string => `# Rules: mistakes of clients

One page per rule. Findings never change a response. Generated from the rules: \`npm run docs\`.

| rule | level | about |
|---|---|---|
${[...rules, ...otherFindings].map(({id, level, axis}) => `| [${id}](${id}.md) | ${level} | ${axis} |`).join('\n')}
`;

/** The Markdown pages about findings, by their file names in `docs/rules`: `zero-gift.md`. */
export const findingPages = (list: readonly FindingRule[] = rules): ReadonlyMap<string, string> =>
  new Map([
    ['README.md', rulesPage(list)],
    ...list.map(rule => [`${rule.id}.md`, rulePage(rule)] as const),
    ...otherFindings.map(other => [`${other.id}.md`, `${page(other, '', '## Wrong', other.wrong)}\n`] as const),
  ]);
