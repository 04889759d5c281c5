import type {Level} from '../finding.js';

/** What is found elsewhere than in what a client sent to the service, so that no request makes it. */
export interface OtherFinding {
  readonly id: string;
  /** What it is about. */
  readonly axis: string;
  readonly level: Level;
  readonly what: string;
  readonly why: string;
  readonly turnOff: string;
  /** What makes it, as Markdown. */
  readonly wrong: string;
}
