import * as z from 'zod';
import {traceFormat, traceVersion} from './limits.js';

const digest = z.strictObject({bytes: z.int(), sha256: z.string()});

/** What a sandbox answers by, as `startSandbox` takes it; what is not there is as usual. */
const options = z.strictObject({
  profile: z.string().optional(),
  constituents: z.int().optional(),
  /** A snapshot file that it started from. */
  from: z.strictObject({file: z.string(), sha256: z.string()}).optional(),
  seedUntil: z.string().optional(),
  assume: z.record(z.string(), z.string()).optional(),
  maxLimit: z.int().optional(),
  strict: z.boolean().optional(),
  rateLimit: z.int().optional(),
  cors: z.boolean().optional(),
  allowHosts: z.array(z.string()).optional(),
});

/** What is not in a trace, so that it cannot be replayed. */
const missing = z.strictObject({
  /** Requests that the journal let go of. */
  requests: z.int().optional(),
  /** What was done to the sandbox itself, and is not known any more. */
  controls: z.int().optional(),
  /** What a data file held at the start. */
  data: z.literal(true).optional(),
});

/** The first line. */
export const headForm = z.strictObject({
  format: z.literal(traceFormat),
  version: z.literal(traceVersion),
  sandbox: z.string(),
  seed: z.int(),
  options,
  /** Of the default account at the start. */
  clock: z.strictObject({mode: z.enum(['frozen', 'running']), now: z.string()}),
  missing: missing.optional(),
});

/** One record that a request created, changed or deleted. */
const change = z.strictObject({
  change: z.enum(['created', 'changed', 'deleted']),
  collection: z.string(),
  id: z.int(),
});

const number = {n: z.int()};

const exchangeForm = z.strictObject({
  ...number,
  type: z.literal('request'),
  /** By the account's clock; where there is no account, there is no clock. */
  at: z.string().optional(),
  account: z.string().nullable(),
  /** How the key came, and what it may do; never the key. */
  key: z.strictObject({scheme: z.string(), role: z.string().optional()}).optional(),
  operation: z.string().optional(),
  method: z.string(),
  url: z.string(),
  headers: z.record(z.string(), z.string()).optional(),
  caller: z.string().optional(),
  body: z.string().optional(),
  /** That there was a body which is not kept. */
  lost: z.literal(true).optional(),
  status: z.int(),
  /** As it was sent, but for the address of the sandbox; its digest where it is long. */
  reply: z.union([z.string(), digest]).optional(),
  changes: z.array(change).optional(),
  /** How many records it changed, where not all are named. */
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
  /** What came as bytes. */
  text: z.string().optional(),
  /** That there was a body which is not kept. */
  lost: z.literal(true).optional(),
});

export const eventForm = z.discriminatedUnion('type', [exchangeForm, controlForm]);

/** The last line: a file without it was cut. */
export const endForm = z.strictObject({
  type: z.literal('end'),
  events: z.int(),
  /** Of all lines before it. */
  sha256: z.string(),
  /** That the file had reached its bound, and that more happened. */
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

/** An event whose place is not known yet. */
export type TraceDraft = Unnumbered<TracedEvent>;
