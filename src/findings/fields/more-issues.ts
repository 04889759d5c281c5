import type {FullExchange} from '../../exchanges/exchange.js';
import type {Issue, IssueCode} from '../../schema/issue.js';
import {restOf} from '../memory/bound-mistakes.js';
import type {Mistake} from '../rule.js';
import {pointerOf} from './json-pointer.js';

/** The ignored parts of a request of some kind that are only counted, as one mistake for each place. */
export const moreIgnored = ({issues}: FullExchange, part: Issue['in'], code: IssueCode): Mistake[] =>
  issues.ignored.flatMap(({in: where, path, more}) =>
    more?.code === code && where === part ? [restOf(pointerOf(path), more.count)] : [],
  );
