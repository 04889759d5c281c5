import {kindOf, type Operation, subjectOf} from './contract.js';
import type {KnownRecords} from './known-records.js';
import type {IdPick} from './picks.js';
import type {Reply} from './wire.js';

/** A request whose ids are settled, as far as it matters for later ones. */
interface Settled {
  readonly operation: Operation;
  readonly path: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** What the requests of one run have made, met and taken away. */
export class Memory {
  readonly #known: KnownRecords;
  readonly #recent = new Map<string, number[]>();
  readonly #deleted = new Set<string>();

  constructor(known: KnownRecords) {
    this.#known = known;
  }

  /** Whether anything that was there may be gone by now. */
  mayMiss = false;

  idOf({kind, number, recent}: IdPick): number {
    const met = this.#recent.get(kind) ?? [];
    const ids = recent && met.length > 0 ? met : this.#known.ids(kind);
    return ids[number % ids.length] ?? 1;
  }

  isDeleted(path: string): boolean {
    return this.#deleted.has(path);
  }

  /** @param target the path as it was sent */
  note({operation, path, body}: Settled, target: string, reply: Reply): void {
    if (reply.status !== 200 || operation.method === 'GET') {
      return;
    }
    for (const [name, value] of Object.entries(path)) {
      this.#meet(kindOf(operation.path, name), value);
    }
    const sent = body as {id?: unknown} | undefined;
    this.#meet(subjectOf(operation.path), reply.body?.id ?? sent?.id);
    if (operation.method !== 'POST') {
      this.mayMiss = true; // what goes with a deleted record goes too, and an update can replace what is nested
    }
    if (operation.method === 'DELETE') {
      this.#deleted.add(target);
    }
  }

  #meet(kind: string, id: unknown): void {
    if (typeof id === 'number') {
      this.#recent.set(kind, [id, ...(this.#recent.get(kind) ?? []).filter(other => other !== id)]);
    }
  }
}
