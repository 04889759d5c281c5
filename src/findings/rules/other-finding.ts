import type {Level} from '../finding.js';

export interface OtherFinding {
  readonly id: string;
  /** The subject of the finding. */
  readonly axis: string;
  readonly level: Level;
  readonly what: string;
  readonly why: string;
  readonly turnOff: string;
  /** Describes the cause, as Markdown. */
  readonly wrong: string;
}
