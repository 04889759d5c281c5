import type {RequestDetails} from '../../../../exchanges/shown/details.js';

type Row = Readonly<Record<string, unknown>>;

export interface ChangedRecord {
  readonly id: number;
  readonly constituent_id?: number;
  readonly fields: Readonly<Record<string, {readonly from: unknown; readonly to: unknown}>>;
}

/** What became of records, by their collections. */
export interface Change {
  readonly total: {readonly created: number; readonly changed: number; readonly deleted: number};
  readonly created: Readonly<Record<string, readonly Row[]>>;
  readonly changed: Readonly<Record<string, readonly ChangedRecord[]>>;
  readonly deleted: Readonly<Record<string, readonly Row[]>>;
  /** What ids in it stand for. */
  readonly names: Readonly<Record<string, string>>;
}

/** One exchange, with all that the sandbox keeps of it. */
export interface Details extends RequestDetails {
  readonly nearest?: string;
  /** Left out where it changed nothing. */
  readonly change?: Change | null;
}
