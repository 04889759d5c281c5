import type {startTable} from '../../src/cli/options/start-options.js';
import type {Assumption, Section, Switch} from '../../src/openapi/assumptions/assumption.js';
import {sections} from '../../src/openapi/assumptions/index.js';
import {type SwitchEntry, switches} from '../../src/settings.js';
import {cell} from './term-tables.js';

const intro = `# Assumptions

Where the service's behaviour is known, the sandbox reproduces it. Where it is not known, the sandbox assumes something. This
page lists every assumption, so that you can tell what your client can rely on.`;

const switchesIntro = `## Switches

Some assumptions can be changed, to see what your client makes of the other way. Each is an option of
\`crm-sandbox start\` and \`exec\`, also in the environment (\`CRM_SANDBOX_STRICT=true\`,
\`CRM_SANDBOX_ASSUME=membership_status=0:active,keyword_delete=permanent\`) and in the file of options; and of
\`startSandbox({assume: {membership_status: '0:active'}, maxLimit: 100, strict: true, rateLimit: 300})\`. \`GET /_sandbox\`
and \`crm-sandbox status\` show which are in force.

\`--assume observed\` sets every assumption to what the service was seen to do, \`--assume contract\` to what the contract
says; an assumption that is named beside it wins: \`--assume observed,keyword_delete=permanent\`. An account may have
assumptions of its own: \`POST /_sandbox/accounts {"name": "seen", "assume": "observed"}\`, or
\`sandbox.account('seen', {assume: 'observed'})\`. The grade says how well it is known what the service does.`;

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

const whatItDoes = (assumption: Assumption) =>
  isSwitch(assumption)
    ? `${assumption.does}. **Switch:** with \`${assumption.option}\`, ${assumption.turned}`
    : assumption.does;

const sectionText = ({title, intro, assumptions}: Section) =>
  [
    `## ${title}`,
    ...(intro === undefined ? [] : [intro]),
    table(
      ['point', 'what the sandbox does'],
      assumptions.map(assumption => [assumption.point, whatItDoes(assumption)]),
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
      ['switch', 'what it turns', 'without it', 'grade'],
      switchRows.map(row => [`\`${row.option}\``, row.point, row.does, gradeOf(row)]),
    ),
    ...sections.map(sectionText),
  ].join('\n\n')}\n`;
