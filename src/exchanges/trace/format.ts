import * as z from 'zod';
import {traceFormat, traceVersion} from './version.js';

const digest = z.strictObject({bytes: z.int(), sha256: z.string()});

const fileForm = z.strictObject({file: z.string(), sha256: z.string()});

/** The sandbox's options, as for `startSandbox`; an omitted one has its default. */
const options = z.strictObject({
  profile: z.string().optional(),
  constituents: z.int().optional(),
  /** The snapshot file from which the sandbox started. */
  from: fileForm.optional(),
  /** The file of the account whose lists the generated data uses. */
  fromAccount: fileForm.optional(),
  seedUntil: z.string().optional(),
  assume: z.record(z.string(), z.string()).optional(),
  maxLimit: z.int().optional(),
  strict: z.boolean().optional(),
  rateLimit: z.int().optional(),
  cors: z.boolean().optional(),
  /** For readers only: a replay takes the fault of each request from that request. */
  faults: z.unknown().optional(),
  scenario: z.unknown().optional(),
  /** At the start. For readers only. */
  overrides: z.unknown().optional(),
  journalRequests: z.int().optional(),
  journalMebibytes: z.int().optional(),
  allowHosts: z.array(z.string()).optional(),
  /** True in a container, where host names without a dot are accepted. */
  inContainer: z.boolean().optional(),
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

const place = {
  n: z.int(),
  /** Published too late for its place in the order. */
  late: z.literal(true).optional(),
};

/** The Host header that a trace omits. Ports differ on every run, so zeros replace the digits. */
export const usualHost = '127.0.0.1:00000';

/** The sandbox's decisions about a request, and parts that an exchange lacks: a replay needs both. */
const replayFacts = z.strictObject({
  /** The request target, if it is not a path. */
  target: z.string().optional(),
  /** The origin in `next_link`, if it is not that of the Host header. */
  address: z.string().optional(),
  base64: z.string().optional(),
  /** The body was not received or is not kept, or the sandbox was too busy. */
  lost: z.literal(true).optional(),
  /** Rejected by the rate limit: seconds until the next request. */
  limited: z.int().optional(),
  /** A rule without its conditions, which were met. */
  fault: z
    .strictObject({
      id: z.string(),
      when: z.enum(['before', 'after-commit']).optional(),
      fault: z.record(z.string(), z.unknown()),
      /** For a kind with a limit: seconds until the next request. */
      seconds: z.int().optional(),
      /** For a stale read: the number of changes that it does not include. */
      behind: z.int().optional(),
    })
    .optional(),
  /** The rules that changed the response, in their order. */
  overrides: z.array(z.strictObject({id: z.string(), fault: z.record(z.string(), z.unknown())})).optional(),
});

const exchangeForm = z.strictObject({
  ...place,
  type: z.literal('request'),
  /** By the account's clock; omitted if there is no account. */
  at: z.string().optional(),
  account: z.string().nullable(),
  key: z.strictObject({scheme: z.string(), role: z.string().optional()}).optional(),
  /** The account's number of the request. */
  seq: z.int(),
  operation: z.string().optional(),
  method: z.string(),
  url: z.string(),
  headers: z.record(z.string(), z.string()).optional(),
  caller: z.string().optional(),
  body: z.string().optional(),
  ...replayFacts.shape,
  status: z.int(),
  /** The response as sent, without the sandbox's address; its digest if it is long. */
  reply: z.union([z.string(), digest]).optional(),
  changes: z.array(change).optional(),
  /** Total number of changed records, if not all are listed. */
  changed: z.int().optional(),
});

const controlForm = z.strictObject({
  ...place,
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

const finding = z.strictObject({
  rule: z.string(),
  level: z.enum(['error', 'warn', 'info']),
  operation: z.string(),
  message: z.string(),
  caller: z.array(z.string()),
  fingerprint: z.string(),
});

/** The last line: a file without it is truncated. */
export const endForm = z.strictObject({
  type: z.literal('end'),
  /** Omitted if all rules were off. */
  findings: z.array(finding).optional(),
  events: z.int(),
  /** Covers all lines before it. */
  sha256: z.string(),
  /** True if the file reached its size limit and later events were dropped. */
  full: z.literal(true).optional(),
});

export type TraceHead = z.infer<typeof headForm>;
export type TraceOptions = z.infer<typeof options>;
export type ReplayFacts = z.infer<typeof replayFacts>;
export type TracedChange = z.infer<typeof change>;
export type TracedRequest = z.infer<typeof exchangeForm>;
export type TracedControl = z.infer<typeof controlForm>;
export type TracedEvent = TracedRequest | TracedControl;
export type TracedFinding = z.infer<typeof finding>;
export type TraceEnd = z.infer<typeof endForm>;

/** An event without its number. */
export type TraceDraft = Omit<TracedRequest, 'n' | 'late'> | Omit<TracedControl, 'n' | 'late'>;
