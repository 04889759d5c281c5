import type {startTable} from '../../src/cli/options/start-options.js';
import type {Assumption, Section, Switch} from '../../src/openapi/assumptions/assumption.js';
import {sections} from '../../src/openapi/assumptions/index.js';
import {type SwitchEntry, switches} from '../../src/settings.js';
import {cell} from './generated-section.js';

const intro = `# Assumptions

After this page, you can tell which behavior of the sandbox is known from the service, which is assumed, and how to test your
client with another assumption.

\`\`\`sh
npx crm-sandbox start --assume observed,keyword_delete=permanent
\`\`\`

This page lists all behavior that is not known from the service. "Observed" means that the service was seen to behave so.`;

const switchesIntro = `## Switches

A switch is an [option](options.md) on the command line, in the environment, in the file of options, or of
\`startSandbox({assume: {keyword_delete: 'permanent'}, maxLimit: 100, strict: true, rateLimit: 300})\`.

- \`--assume observed\` sets all assumptions as the service was observed, \`--assume contract\` as the contract says. A named
  assumption wins: \`--assume observed,keyword_delete=permanent\`.
- An account can have its own assumptions: \`POST /_sandbox/accounts {"name": "seen", "assume": "observed"}\`, or
  \`sandbox.account('seen', {assume: 'observed'})\`.
- \`crm-sandbox status\` and \`GET /_sandbox\` show the active ones.

The grade is the evidence for the behavior with the switch.`;

const isSwitch = (assumption: Assumption): assumption is Switch => assumption.grade === 'switch';

/** The name of the option that a switch is turned by, and what stands behind it. */
export function optionOf({option}: Switch): {
  readonly name: keyof typeof startTable;
  readonly value: string | undefined;
} {
  const [, name, value] = /^--([\w-]+)(?: (.+))?$/.exec(option) ?? [];
  return {name: name as keyof typeof startTable, value};
}

const row = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;

const table = (head: readonly string[], rows: ReadonlyArray<readonly string[]>) =>
  [row(head), `|${'---|'.repeat(head.length)}`, ...rows.map(row)].join('\n');

/** The table of switches has the others. */
const isFixed = (assumption: Assumption) => !isSwitch(assumption);

const sectionText = ({title, intro, assumptions}: Section) =>
  [
    `## ${title}`,
    ...(intro === undefined ? [] : [intro]),
    table(
      ['point', 'behavior of the sandbox'],
      assumptions.filter(isFixed).map(({point, does}) => [point, does]),
    ),
  ].join('\n\n');

export const switchRows = sections.flatMap(({assumptions}) => assumptions).filter(isSwitch);

/** How well it is known what the switch turns to. */
function gradeOf(row: Switch): string {
  const {value = ''} = optionOf(row);
  const entry: SwitchEntry | undefined = Object.entries(switches).find(([name]) => value.startsWith(`${name}=`))?.[1];
  return entry?.grade ?? row.known ?? 'assumed';
}

/** `docs/reference/assumptions.md`, whole. */
export const assumptionsPage = (): string =>
  `${[
    intro,
    switchesIntro,
    table(
      ['point', 'default', 'switch', 'with the switch', 'grade'],
      switchRows.map(row => [row.point, row.does, `\`${row.option}\``, row.turned, gradeOf(row)]),
    ),
    ...sections.map(sectionText),
  ].join('\n\n')}\n`;
