import type {RequestDetails} from '../../../../exchanges/shown/details.js';

type Row = Readonly<Record<string, unknown>>;

export interface ChangedRecord {
  readonly id: number;
  readonly constituent_id?: number;
  readonly fields: Readonly<Record<string, {readonly from: unknown; readonly to: unknown}>>;
}

export interface Change {
  readonly total: {readonly created: number; readonly changed: number; readonly deleted: number};
  readonly created: Readonly<Record<string, readonly Row[]>>;
  readonly changed: Readonly<Record<string, readonly ChangedRecord[]>>;
  readonly deleted: Readonly<Record<string, readonly Row[]>>;
  /** Names of the records that ids refer to. */
  readonly names: Readonly<Record<string, string>>;
}

/** One exchange with all stored data. */
export interface Details extends RequestDetails {
  readonly nearest?: string;
  /** Omitted if nothing changed. */
  readonly change?: Change | null;
}
