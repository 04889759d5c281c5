import {useEffect, useState} from 'preact/hooks';
import {account} from '../../state/accounts.js';
import {ask} from '../../state/api.js';
import type {Request} from '../../state/feed.js';
import type {Change, Details} from './details.js';

/** What requests wrote, in few words, by account and number; only of those that were in sight. */
const known = new Map<string, string>();

/** More than that are forgotten, and asked for again where they come in sight. */
const most = 5000;

/** Milliseconds in sight before it is asked for: who scrolls past does not ask. */
const rest = 120;

const signs = {created: '+', changed: '~', deleted: '−'} as const;

/** `+1 gift ~1 constituent`, from the collections' names. */
function wordsOf(change: Change): string {
  const parts = (['created', 'changed', 'deleted'] as const).flatMap(kind =>
    Object.entries(change[kind]).map(([collection, records]) => `${signs[kind]}${records.length} ${collection}`),
  );
  return parts.length > 2 ? `${parts.slice(0, 2).join(' ')} …` : parts.join(' ');
}

/** What a request wrote: undefined before that is known. */
export function useWritten({seq, received_at}: Request): string | undefined {
  const name = `${account.value} ${seq} ${received_at}`;
  const [words, setWords] = useState(known.get(name));
  useEffect(() => {
    if (known.has(name)) {
      setWords(known.get(name));
      return undefined;
    }
    const ending = new AbortController();
    const timer = setTimeout(() => {
      ask<Details>('GET', `/_sandbox/requests/${seq}`, {signal: ending.signal}).then(
        ({change}) => {
          if (known.size >= most) {
            known.clear();
          }
          known.set(name, (change && wordsOf(change)) || 'as it was');
          setWords(known.get(name));
        },
        () => {}, // the row says that it wrote something, all the same
      );
    }, rest);
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [name]);
  return words;
}
