import type {startTable} from '../../src/cli/options.js';
import type {Decision, Section, Switch} from '../../src/decisions/decision.js';
import {sections} from '../../src/decisions/index.js';
import {cell} from './term-tables.js';

const intro = `# Decisions

Where the service's behaviour is known, the sandbox reproduces it. Where nobody knows, it had to choose. This page lists
each choice, so that you can tell what your client may rely on from what it had better not.`;

const switchesIntro = `## Switches

Some of the choices can be turned over, to see what your client makes of the other way. Each is an option of
\`crm-sandbox start\` and \`exec\`, also in the environment (\`CRM_SANDBOX_STRICT=true\`,
\`CRM_SANDBOX_ASSUME=membership_status=0:active,keyword_delete=permanent\`) and in the file of options; and of
\`startSandbox({assume: {membership_status: '0:active'}, maxLimit: 100, strict: true, rateLimit: 300})\`. \`GET /_sandbox\`
and \`crm-sandbox status\` show which are in force.`;

const isSwitch = (decision: Decision): decision is Switch => decision.grade === 'switch';

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

const whatItDoes = (decision: Decision) =>
  isSwitch(decision) ? `${decision.does}. **Switch:** with \`${decision.option}\`, ${decision.turned}` : decision.does;

const sectionText = ({title, intro, decisions}: Section) =>
  [
    `## ${title}`,
    ...(intro === undefined ? [] : [intro]),
    table(
      ['point', 'what the sandbox does'],
      decisions.map(decision => [decision.point, whatItDoes(decision)]),
    ),
  ].join('\n\n');

export const switches = sections.flatMap(({decisions}) => decisions).filter(isSwitch);

/** `docs/decisions.md`, whole. */
export const decisionsPage = (): string =>
  `${[
    intro,
    switchesIntro,
    table(
      ['switch', 'what it turns', 'without it'],
      switches.map(({option, point, does}) => [`\`${option}\``, point, does]),
    ),
    ...sections.map(sectionText),
  ].join('\n\n')}\n`;
