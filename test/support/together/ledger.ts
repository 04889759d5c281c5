import {setTimeout as sleep} from 'node:timers/promises';
import {type NodeResponse, requestFromNode, type TestNode} from './nodes.js';

/** The client of an account that nobody else writes to. It records the expected data. */
export class Ledger {
  readonly #key: string;
  /** The ids of records that must exist exactly once, by name. */
  #present = new Map<string, number>();
  /** All ids since the last reset. */
  #ids = new Set<number>();
  #count = 0;
  #turn = 0;
  #isLeft = false;
  #served: TestNode | undefined;
  readonly problems: string[] = [];
  readonly counts = {acknowledged: 0, refused: 0, unknown: 0, reads: 0, resets: 0, drops: 0};

  /** @param padding characters that make each record longer */
  constructor(
    private readonly nodes: readonly TestNode[],
    private readonly name: string,
    private readonly padding = 0,
  ) {
    this.#key = `sbx_${name}`;
  }

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      this.#count += 1;
      if (this.#count % 53 === 0) {
        await this.#clear('drops', 'DELETE', `/_sandbox/accounts/${this.name}`);
      } else if (this.#count % 17 === 0) {
        await this.#clear('resets', 'POST', '/_sandbox/reset');
      } else {
        await this.#create();
      }
      if (this.#count % 5 === 0) {
        await this.check();
      }
    }
  }

  /** Compares the expected records with those of a node, not necessarily the active one. */
  async check(isLast = false): Promise<void> {
    const found = isLast ? await this.#readAny() : await this.#read(this.#anyNode());
    if (found === undefined) {
      return;
    }
    this.counts.reads += 1;
    const names = found.map(({name}) => name);
    for (const [name, id] of this.#present) {
      const matches = found.filter(each => each.name === name);
      if (matches.length !== 1 || matches[0]!.id !== id) {
        this.problems.push(
          `${this.name}: ${name} exists ${matches.length} times, expected id ${id}, got ${matches[0]?.id}`,
        );
      }
    }
    this.problems.push(
      ...names.filter(name => !this.#present.has(name)).map(name => `${this.name}: unexpected record ${name}`),
    );
  }

  async #create(): Promise<void> {
    const name = `${this.name}/${this.#count}`;
    const body = {name, type: 'Fund', ...(this.padding > 0 && {description: 'x'.repeat(this.padding)})};
    const answer = await this.#change('POST', '/api/v1/funds', body);
    if (answer === 'unknown') {
      const found = (await this.#readAny()).find(each => each.name === name);
      if (found !== undefined) {
        this.#keep(name, found.id);
      }
    } else if (answer !== undefined) {
      this.#keep(name, answer.body.id);
    }
  }

  #keep(name: string, id: number): void {
    if (this.#ids.has(id)) {
      this.problems.push(`${this.name}: the id ${id} was assigned twice`);
    }
    this.#ids.add(id);
    this.#present.set(name, id);
  }

  async #clear(kind: 'resets' | 'drops', method: string, path: string): Promise<void> {
    const answer = await this.#change(method, path, method === 'POST' ? {} : undefined);
    if (answer === 'unknown') {
      const found = await this.#readAny();
      if (found.length !== 0 && found.length !== this.#present.size) {
        this.problems.push(`${this.name}: ${kind} left ${found.length} of ${this.#present.size} records`);
      }
      if (found.length > 0) {
        return;
      }
    } else if (answer === undefined) {
      return;
    }
    this.counts[kind] += 1;
    this.#present = new Map();
    this.#ids = new Set();
  }

  /** @returns undefined if the change was rejected */
  async #change(method: string, path: string, body?: object): Promise<NodeResponse | 'unknown' | undefined> {
    const node = this.#likelyNode();
    const answer = await requestFromNode(node.url, method, path, this.#key, body);
    this.#served = answer?.status === 200 ? node : undefined;
    if (answer === undefined) {
      this.counts.unknown += 1; // the node may have ended before or after reading the request
      return 'unknown';
    }
    if (answer.status === 200) {
      this.counts.acknowledged += 1;
      return answer;
    }
    const isGone = answer.status === 404 && method === 'DELETE';
    if (!isGone && (answer.status !== 503 || answer.retryAfter === undefined)) {
      this.problems.push(`${this.name}: ${method} ${path} returned ${answer.status}: ${JSON.stringify(answer.body)}`);
    }
    this.counts.refused += 1;
    await sleep(20);
    return undefined;
  }

  async #readAny() {
    while (!this.#isLeft) {
      const found = await this.#read(this.#anyNode());
      if (found !== undefined) {
        return found;
      }
      await sleep(50);
    }
    return [];
  }

  /** Stops immediately, because the test has failed. */
  leave(): void {
    this.#isLeft = true;
  }

  /** @returns the records of this client, or undefined if the node does not serve */
  async #read(node: TestNode): Promise<Array<{readonly id: number; readonly name: string}> | undefined> {
    const all: Array<{readonly id: number; readonly name: string}> = [];
    for (let offset = 0, total = 1; offset < total; offset += 500) {
      const answer = await requestFromNode(node.url, 'GET', `/api/v1/funds?limit=500&offset=${offset}`, this.#key);
      if (answer?.status !== 200) {
        return undefined;
      }
      total = answer.body.total_items;
      all.push(...answer.body.items);
    }
    return all.filter(({name}) => name.includes('/'));
  }

  /** Most changes go to the node that served the last one, as through a proxy; some go to any node. */
  #likelyNode(): TestNode {
    return this.#count % 6 === 0 ? this.#anyNode() : (this.#served ?? this.#anyNode());
  }

  #anyNode(): TestNode {
    this.#turn += 1;
    return this.nodes[this.#turn % this.nodes.length]!;
  }
}
