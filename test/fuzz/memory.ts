import {kindOf, type Operation, subjectOf} from './contract.js';
import type {KnownRecords} from './known-records.js';
import type {IdPick} from './picks.js';
import type {Reply} from './wire.js';

/** The parts of a sent request that matter for later ones. */
interface Settled {
  readonly operation: Operation;
  readonly path: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** Remembers the records that the requests of a run created, used and deleted. */
export class Memory {
  readonly #known: KnownRecords;
  readonly #recent = new Map<string, number[]>();
  readonly #deleted = new Set<string>();

  constructor(known: KnownRecords) {
    this.#known = known;
  }

  /** True if a record may have been deleted. */
  mayMiss = false;

  idOf({kind, number, recent}: IdPick): number {
    const used = this.#recent.get(kind) ?? [];
    const ids = recent && used.length > 0 ? used : this.#known.ids(kind);
    return ids[number % ids.length] ?? 1;
  }

  isDeleted(path: string): boolean {
    return this.#deleted.has(path);
  }

  /** @param target the path that was sent */
  note({operation, path, body}: Settled, target: string, reply: Reply): void {
    if (reply.status !== 200 || operation.method === 'GET') {
      return;
    }
    for (const [name, value] of Object.entries(path)) {
      this.#use(kindOf(operation.path, name), value);
    }
    const sent = body as {id?: unknown} | undefined;
    this.#use(subjectOf(operation.path), reply.body?.id ?? sent?.id);
    if (operation.method !== 'POST') {
      this.mayMiss = true; // deleting a record deletes its dependents, and an update can replace nested records
    }
    if (operation.method === 'DELETE') {
      this.#deleted.add(target);
    }
  }

  #use(kind: string, id: unknown): void {
    if (typeof id === 'number') {
      this.#recent.set(kind, [id, ...(this.#recent.get(kind) ?? []).filter(other => other !== id)]);
    }
  }
}
