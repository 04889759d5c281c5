import type {SearchSpec} from '../../src/operations/search-operation.js';
import {constituentSearch} from '../../src/resources/constituents/search.js';
import {contactReportSearch} from '../../src/resources/contact-reports.js';
import {giftSearch} from '../../src/resources/gifts/search.js';
import {listSearch} from '../../src/resources/lists.js';
import {volunteerTimeSearch} from '../../src/resources/volunteer-times.js';
import {cell, withSection} from './generated-section.js';

// biome-ignore lint/suspicious/noExplicitAny: each search has its own row type
const searches: ReadonlyArray<SearchSpec<any>> = [
  constituentSearch,
  contactReportSearch,
  giftSearch,
  volunteerTimeSearch,
  listSearch,
];

const list = (names: readonly string[]) => names.map(name => `\`${name}\``).join(', ');

function describe({terms, sorts, expansions}: (typeof searches)[number]): string {
  return [
    '| term | value | finds |\n|---|---|---|',
    ...terms.map(({name, value, finds}) => `| \`${name}\` | ${cell(value.accepts)} | ${cell(finds)} |`),
    ...(sorts ? ['', `\`sort\`: ${list(Object.keys(sorts))}.`] : []),
    ...(expansions ? ['', `\`expand\`: ${list(Object.keys(expansions.make))}.`] : []),
  ].join('\n');
}

/** Updates the terms of each search in `docs/reference/search.md`. */
export const withTermTables = (page: string): string =>
  searches.reduce((text, spec) => withSection(text, `terms of ${spec.resource.name}`, describe(spec)), page);
