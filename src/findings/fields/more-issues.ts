import type {FullExchange} from '../../exchanges/exchange.js';
import type {Issue, IssueCode} from '../../schema/issue.js';
import {restOf} from '../memory/bound-mistakes.js';
import type {Mistake} from '../rule.js';
import {pointerOf} from './json-pointer.js';

/** Ignored parts that are only counted because there are too many; one mistake per location. */
export const moreIgnored = ({issues}: FullExchange, part: Issue['in'], code: IssueCode): Mistake[] =>
  issues.ignored.flatMap(({in: where, path, more}) =>
    more?.code === code && where === part ? [restOf(pointerOf(path), more.count)] : [],
  );
