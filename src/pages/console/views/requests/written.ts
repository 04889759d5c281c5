import {useEffect, useState} from 'preact/hooks';
import {account} from '../../state/accounts.js';
import {ask} from '../../state/api.js';
import type {Request} from '../../state/feed.js';
import type {Change, Details} from './details.js';

/** Summaries of changes by account and number; only for rows that were visible. */
const known = new Map<string, string>();

/** Older summaries are dropped, and reloaded when they become visible again. */
const most = 5000;

/** Milliseconds that a row must be visible before its summary is loaded, so that fast scrolling sends no requests. */
const rest = 120;

const signs = {created: '+', changed: '~', deleted: '−'} as const;

/** `+1 gift ~1 constituent`, from the collections' names. */
function wordsOf(change: Change): string {
  const parts = (['created', 'changed', 'deleted'] as const).flatMap(kind =>
    Object.entries(change[kind]).map(([collection, records]) => `${signs[kind]}${records.length} ${collection}`),
  );
  return parts.length > 2 ? `${parts.slice(0, 2).join(' ')} …` : parts.join(' ');
}

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
        () => {}, // on failure the row still shows that data changed
      );
    }, rest);
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [name]);
  return words;
}
