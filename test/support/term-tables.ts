import type {SearchSpec} from '../../src/operations/search-operation.js';
import {constituentSearch} from '../../src/resources/constituents/search.js';
import {contactReportSearch} from '../../src/resources/contact-reports.js';
import {giftSearch} from '../../src/resources/gifts/search.js';
import {listSearch} from '../../src/resources/lists.js';
import {volunteerTimeSearch} from '../../src/resources/volunteer-times.js';

// biome-ignore lint/suspicious/noExplicitAny: each search has a kind of row of its own
const searches: ReadonlyArray<SearchSpec<any>> = [
  constituentSearch,
  contactReportSearch,
  giftSearch,
  volunteerTimeSearch,
  listSearch,
];

/** A vertical bar would end the cell of a table. */
export const cell = (text: string) => text.replaceAll('|', String.raw`\|`);
const list = (names: readonly string[]) => names.map(name => `\`${name}\``).join(', ');

function describe({terms, sorts, expansions}: (typeof searches)[number]): string {
  return [
    '| term | value | finds |\n|---|---|---|',
    ...terms.map(({name, value, finds}) => `| \`${name}\` | ${cell(value.accepts)} | ${cell(finds)} |`),
    ...(sorts ? ['', `\`sort\`: ${list(Object.keys(sorts))}.`] : []),
    ...(expansions ? ['', `\`expand\`: ${list(Object.keys(expansions.make))}.`] : []),
  ].join('\n');
}

/** Where the generated part of one search stands in a page. */
const section = (name: string) => new RegExp(`(<!-- terms of ${name} -->\n)[\\s\\S]*?(\n<!-- end -->)`);

/** The page with what is generated as it must be. */
export function withTermTables(page: string): string {
  return searches.reduce((text, spec) => {
    const place = section(spec.resource.name);
    if (!place.test(text)) {
      throw new Error(`the page has no place for the terms of ${spec.resource.name}`);
    }
    return text.replace(place, (_, start: string, end: string) => `${start}\n${describe(spec)}\n${end}`);
  }, page);
}
