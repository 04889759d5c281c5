import {frameSeparator, framesOf} from '../../preload/caller/frames.js';
import type {CheckCase, KnownCase} from './types.js';

/** `src/crm.js:8 < src/donate.js:31` without the lines, which move. */
const withoutLines = (chain: string): string =>
  framesOf(chain)
    .map(frame => frame.replace(/:\d+$/, ''))
    .join(frameSeparator);

/** The cases that someone decided to live with. */
export class KnownCases {
  readonly #holding: readonly KnownCase[];
  readonly #used = new Set<KnownCase>();

  /** @param today `<YYYY-MM-DD>` */
  constructor(
    private readonly all: readonly KnownCase[],
    today: string,
  ) {
    this.#holding = all.filter(({until}) => until === undefined || until >= today);
  }

  /** @returns the reason of the entry that matches a bad case */
  reasonFor({call, check, verdict}: Pick<CheckCase, 'call' | 'check' | 'verdict'>): string | null {
    const chain = call?.caller ? withoutLines(call.caller) : '';
    const found = this.#holding.find(
      known =>
        known.verdict === verdict &&
        (known.check === undefined || known.check === check) &&
        (known.operation === undefined || known.operation === call?.operation) &&
        (known.chain === undefined || known.chain === chain),
    );
    if (found !== undefined) {
      this.#used.add(found);
    }
    return found?.reason ?? null;
  }

  /** Names the entries that matched no case, or whose last day is over. */
  get unused(): string[] {
    return this.all
      .filter(known => !this.#used.has(known))
      .map(({chain, operation, check, verdict}) =>
        [chain, operation, check, verdict].filter(part => part !== undefined).join(' '),
      );
  }
}
