import {headers} from './contestant.js';

/** A constituent as in lists. */
export type Constituent = Readonly<Record<string, unknown>> & {readonly id: number};

interface Page {
  readonly items: readonly Constituent[];
  readonly total_items: number;
}

async function page(url: string, query: string): Promise<Page> {
  const response = await fetch(`${url}/api/v1/constituents?${query}`, {headers});
  return (await response.json()) as Page;
}

/** Returns every constituent in the list of a running sandbox. */
export async function listedConstituents(url: string): Promise<readonly Constituent[]> {
  const all: Constituent[] = [];
  for (let total = 1; all.length < total; ) {
    const {items, total_items} = await page(url, `limit=500&offset=${all.length}`);
    all.push(...items);
    total = total_items;
  }
  return all;
}

/** Returns ids spread evenly over the list. */
export async function someIds(url: string, count: number): Promise<readonly number[]> {
  const {total_items} = await page(url, 'limit=1');
  const offsets = Array.from({length: count}, (_, index) => Math.floor((index * total_items) / count));
  const ids: number[] = [];
  for (const offset of offsets) {
    const {items} = await page(url, `limit=1&offset=${offset}`);
    ids.push(items[0]!.id);
  }
  return ids;
}
