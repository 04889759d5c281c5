import * as z from 'zod';
import {traceFormat, traceVersion} from './version.js';

const digest = z.strictObject({bytes: z.int(), sha256: z.string()});

/** The sandbox's options, as for `startSandbox`; an omitted one has its default. */
const options = z.strictObject({
  profile: z.string().optional(),
  constituents: z.int().optional(),
  /** The snapshot file from which the sandbox started. */
  from: z.strictObject({file: z.string(), sha256: z.string()}).optional(),
  seedUntil: z.string().optional(),
  assume: z.record(z.string(), z.string()).optional(),
  maxLimit: z.int().optional(),
  strict: z.boolean().optional(),
  rateLimit: z.int().optional(),
  cors: z.boolean().optional(),
  allowHosts: z.array(z.string()).optional(),
});

/** Data missing from a trace, which prevent a replay. */
const missing = z.strictObject({
  /** Requests that the journal evicted. */
  requests: z.int().optional(),
  /** Admin operations that are no longer stored. */
  controls: z.int().optional(),
  /** The sandbox started from a data file, which is not included. */
  data: z.literal(true).optional(),
});

/** The first line. */
export const headForm = z.strictObject({
  format: z.literal(traceFormat),
  version: z.literal(traceVersion),
  sandbox: z.string(),
  seed: z.int(),
  options,
  /** The default account's clock at the start. */
  clock: z.strictObject({mode: z.enum(['frozen', 'running']), now: z.string()}),
  missing: missing.optional(),
});

const change = z.strictObject({
  change: z.enum(['created', 'changed', 'deleted']),
  collection: z.string(),
  id: z.int(),
});

const number = {n: z.int()};

const exchangeForm = z.strictObject({
  ...number,
  type: z.literal('request'),
  /** By the account's clock; omitted if there is no account. */
  at: z.string().optional(),
  account: z.string().nullable(),
  key: z.strictObject({scheme: z.string(), role: z.string().optional()}).optional(),
  operation: z.string().optional(),
  method: z.string(),
  url: z.string(),
  headers: z.record(z.string(), z.string()).optional(),
  caller: z.string().optional(),
  body: z.string().optional(),
  /** The body is not kept. */
  lost: z.literal(true).optional(),
  status: z.int(),
  /** The response as sent, without the sandbox's address; its digest if it is long. */
  reply: z.union([z.string(), digest]).optional(),
  changes: z.array(change).optional(),
  /** Total number of changed records, if not all are listed. */
  changed: z.int().optional(),
});

const controlForm = z.strictObject({
  ...number,
  type: z.literal('control'),
  at: z.string(),
  account: z.string(),
  operation: z.string(),
  params: z.record(z.string(), z.string()).optional(),
  query: z.record(z.string(), z.string()).optional(),
  body: z.unknown().optional(),
  /** A body that was sent as bytes. */
  text: z.string().optional(),
  /** The body is not kept. */
  lost: z.literal(true).optional(),
});

export const eventForm = z.discriminatedUnion('type', [exchangeForm, controlForm]);

/** The last line: a file without it is truncated. */
export const endForm = z.strictObject({
  type: z.literal('end'),
  events: z.int(),
  /** Covers all lines before it. */
  sha256: z.string(),
  /** True if the file reached its size limit and later events were dropped. */
  full: z.literal(true).optional(),
});

export type TraceHead = z.infer<typeof headForm>;
export type TraceOptions = z.infer<typeof options>;
export type TraceMissing = z.infer<typeof missing>;
export type TracedChange = z.infer<typeof change>;
export type TracedRequest = z.infer<typeof exchangeForm>;
export type TracedControl = z.infer<typeof controlForm>;
export type TracedEvent = TracedRequest | TracedControl;
export type TraceEnd = z.infer<typeof endForm>;

type Unnumbered<T> = T extends unknown ? Omit<T, 'n'> : never;

/** An event without its number. */
export type TraceDraft = Unnumbered<TracedEvent>;
