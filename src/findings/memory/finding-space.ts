import {type Finding, type Level, levels} from '../finding.js';

/** Bytes that all findings of a sandbox take at most. */
const mostBytes = 8 * 1024 * 1024;

/** The part of them that is left when room is made: otherwise each further finding would look through all of them. */
const partLeft = 15 / 16;

/** A finding as it is stored: its request is JSON, because objects take several times as much, and has no command. */
export type StoredFinding = Omit<Finding, 'fix'> & {
  readonly fix: {readonly text: string; readonly request: string | null};
};

/** A set of findings that can drop one. */
interface Holder {
  drop(finding: StoredFinding): void;
}

/** Two bytes for each character of its JSON. */
const sizeOf = (finding: StoredFinding): number => JSON.stringify(finding).length * 2;

/** The memory that all sets of findings share. */
export class FindingSpace {
  /** The oldest first. */
  readonly #kept = new Map<StoredFinding, {readonly holder: Holder; readonly bytes: number}>();
  readonly #mostBytes: number;
  #bytes = 0;
  /** The number of findings that were dropped since the start. */
  dropped = 0;

  constructor(most = mostBytes) {
    this.#mostBytes = most;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Counts a finding that is new in a set, or has changed. */
  count(finding: StoredFinding, holder: Holder): void {
    const bytes = sizeOf(finding);
    this.#bytes += bytes - (this.#kept.get(finding)?.bytes ?? 0);
    this.#kept.set(finding, {holder, bytes});
    if (this.#bytes > this.#mostBytes) {
      this.#makeRoom();
    }
  }

  /** Frees what a finding takes that its set no longer has. */
  free(finding: StoredFinding): void {
    this.#bytes -= this.#kept.get(finding)?.bytes ?? 0;
    this.#kept.delete(finding);
  }

  /** Drops infos, then warnings, then errors: of each the oldest first. */
  #makeRoom(): void {
    for (const level of levels.toReversed()) {
      this.#dropOldest(level);
    }
  }

  #dropOldest(level: Level): void {
    for (const [finding, {holder}] of this.#kept) {
      if (this.#bytes <= this.#mostBytes * partLeft) {
        return;
      }
      if (finding.level === level) {
        holder.drop(finding);
        this.free(finding);
        this.dropped += 1;
      }
    }
  }
}
