/** One kind of fault, and its parts. Generated from the kinds of fault: `npm run docs` writes this file. */
export interface FaultSpec {
  readonly status?: number | undefined;
  readonly retry_after?: number | undefined;
  readonly html?: boolean | undefined;
  readonly lost?: true | undefined;
  readonly reset?: true | undefined;
  readonly empty?: true | undefined;
  readonly hold?: true | undefined;
  readonly truncate?: {readonly bytes?: number | undefined; readonly fraction?: number | undefined} | undefined;
  readonly malformed?: true | undefined;
  readonly wrong_type?: true | undefined;
  readonly delay?:
    | {
        readonly fixed?: number | undefined;
        readonly uniform?: {readonly min: number; readonly max: number} | undefined;
        readonly lognormal?: {readonly median: number; readonly p99: number} | undefined;
      }
    | undefined;
  readonly dribble?: {readonly chunk: number; readonly pause: number} | undefined;
  readonly stale_read?: {readonly requests?: number | undefined; readonly seconds?: number | undefined} | undefined;
  readonly rate_limited?: {readonly n: number; readonly window: number} | undefined;
}
