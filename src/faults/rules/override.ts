import type {OperationRef} from '../../schema/catalog-names.js';
import type {ReplySpec} from '../fault-kind.js';
import type {FaultRule} from './fault-rule.js';

/** Corrects the responses to every account where the real service differs from the sandbox. */
export interface Override extends Pick<FaultRule, 'id' | 'match'> {
  /** An operation's id, or `*` for any request to the API. */
  readonly operation: OperationRef | '*';
  /** The status of the response otherwise: `404`, or `4xx`. Default: 200 for a patch, and any for a reply */
  readonly when?: {readonly status: number | string} | undefined;
  /** A JSON Merge Patch (RFC 7396) of the response: null removes a field. */
  readonly patch?: Readonly<Record<string, unknown>> | undefined;
  readonly reply?: ReplySpec | undefined;
  readonly reason: string;
  /** The last day: `<YYYY-MM-DD>`. */
  readonly until?: string | undefined;
  /** True for a patch that the schema of the response forbids. */
  readonly beyond_schema?: boolean | undefined;
}

/** @returns undefined for any status */
export const statusOf = ({when, patch}: Override): number | string | undefined => when?.status ?? (patch && 200);
