import {rules} from '../rules/index.js';
import {otherFindings} from '../rules/others.js';
import {otherPage, rulePage, rulesPage} from './rule-page.js';

/** The Markdown pages about findings, by their file names in `docs/rules`: `zero-gift.md`. */
export const findingPages = (): ReadonlyMap<string, string> =>
  new Map([
    ['README.md', rulesPage(rules)],
    ...rules.map(rule => [`${rule.id}.md`, rulePage(rule)] as const),
    ...otherFindings.map(other => [`${other.id}.md`, otherPage(other)] as const),
  ]);
