import {environmentNames, groupsOf, type OptionTable, typesOf} from '../../src/cli/options/option-table.js';
import {checkTable, execTable, startTable} from '../../src/cli/options/start-options.js';
import type {Option, SandboxOption} from '../../src/sandbox/options/option.js';
import {libraryOnlyOptions, libraryOptions, sandboxOptions} from '../../src/sandbox/options/table.js';
import {code, tableOf, withSection} from './generated-section.js';

interface LibraryRow {
  readonly name: string;
  readonly typeName: string;
  readonly describe: string;
  readonly fallback?: string | undefined;
  readonly more?: string | undefined;
}

/** The default as JavaScript. */
function fallbackOf({read, fallback}: SandboxOption): string | undefined {
  const initial = fallback ?? ('accepts' in read ? read(undefined, '') : undefined);
  return typeof initial === 'string' ? `'${initial}'` : JSON.stringify(initial);
}

const rows: Readonly<Record<string, SandboxOption>> = sandboxOptions;

const libraryRows: readonly LibraryRow[] = [
  ...libraryOptions.map(({flag, name, read}) => {
    const {describe, more, library} = rows[flag]!;
    const typeName = 'typeName' in read ? read.typeName : 'string';
    const {type = typeName, ...facts} = library || {};
    return {describe, more, fallback: fallbackOf(rows[flag]!), ...facts, name, typeName: type};
  }),
  ...Object.entries(libraryOnlyOptions).map(([name, option]) => ({...option, typeName: option.type, name})),
];

const imports = `import type {Profile} from '../../fixtures/index.js';
import type {Exchange} from '../exchanges/exchange.js';
import type {LoggedRequest} from '../exchanges/request-log.js';
import type {FaultRule} from '../faults/rules/fault-rule.js';
import type {Override} from '../faults/rules/override.js';
import type {Finding} from '../findings/finding.js';
import type {LevelOptions} from '../findings/levels.js';
import type {Suppression} from '../findings/suppressions.js';
import type {InterceptOptions} from '../intercept/interception.js';
import type {ScenarioName} from '../schema/catalog-names.js';
import type {Assume} from '../settings.js';
`;

const withoutLinks = (markdown: string) => markdown.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1');

/** Wraps a comment at 116 columns. */
function comment(text: string): string {
  const lines = text.match(/.{1,110}(?: |$)/g)!.map(line => line.trimEnd());
  return lines.length === 1 ? `  /** ${text} */\n` : `  /**\n${lines.map(line => `   * ${line}\n`).join('')}   */\n`;
}

/** Returns the text of `src/sandbox/start-options.ts`, generated from the table of options. */
export function startOptionsText(): string {
  const fields = libraryRows.map(({name, typeName, describe, fallback}) => {
    const suffix = fallback === undefined ? '' : `. Default: \`${fallback}\``;
    return `${comment(`${withoutLinks(describe)}${suffix}`)}  readonly ${name}?: ${typeName};\n`;
  });
  return `${imports}
/** The options of \`startSandbox\`. Generated from the table in \`options/\`: \`npm run docs\` writes this file. */
export interface StartOptions {
${fields.join('')}}
`;
}

const more = new Map(
  Object.entries<SandboxOption>(sandboxOptions).map(([name, {more}]) => [name, more === undefined ? [] : [more]]),
);

const flagTable = (options: ReadonlyArray<readonly [name: string, option: Option]>) =>
  tableOf(
    ['option', 'type', 'environment', 'default', ''],
    options.map(([name, option]) => [
      code(`--${name}`),
      typesOf(option.read).join(', '),
      code(environmentNames({[name]: option})[0]),
      String(option.fallback ?? ''),
      [option.describe, ...(more.get(name) ?? [])].join('; '),
    ]),
  );

/** A table with a heading for each group. */
const flagTables = (table: OptionTable) =>
  groupsOf(table)
    .map(({name, options}) => `### ${name}\n\n${flagTable(options)}`)
    .join('\n\n');

const libraryTable = () =>
  tableOf(
    ['option', 'default', ''],
    libraryRows.map(({name, fallback, describe, more}) => [
      code(name),
      code(fallback),
      [describe, ...(more === undefined ? [] : [more])].join('; '),
    ]),
  );

/** Updates the tables of options in `docs/reference/options.md`. */
export const withOptionTables = (page: string): string =>
  Object.entries({
    'options of start': flagTables(startTable),
    'options of exec': flagTable(optionsWithout(execTable, startTable)),
    'options of check': flagTable(optionsWithout(checkTable, execTable)),
    'options of startSandbox': libraryTable(),
  }).reduce((text, [name, table]) => withSection(text, name, table), page);

const optionsWithout = (table: OptionTable, known: OptionTable) =>
  Object.entries(table).filter(([name]) => !(name in known));
