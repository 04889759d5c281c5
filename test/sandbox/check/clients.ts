import {once} from 'node:events';
import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import {Agent, type IncomingMessage, request} from 'node:http';
import path from 'node:path';
import {text} from 'node:stream/consumers';
import {setTimeout as pause} from 'node:timers/promises';

/** Input of a client, passed by the check or in the environment of its command. */
export interface Given {
  readonly url: string;
  readonly key: string;
  readonly folder: string;
}

interface Found {
  readonly id: number;
  readonly items: readonly Found[];
}

type Send = (method: string, where: string, body?: object) => Promise<Found>;

/** Milliseconds: shorter than the check waits for a silent service, longer than a busy machine needs. */
const timeout = 4000;

/** Sends requests one after the other over one connection, as long as the service keeps it open. */
function senderTo({url, key}: Given, hasTimeout = true): Send {
  const agent = new Agent({keepAlive: true, maxSockets: 1});
  const headers = {authorization: `Bearer ${key}`, 'content-type': 'application/json'};
  return async (method, where, body) => {
    const options = {method, headers, agent, ...(hasTimeout && {signal: AbortSignal.timeout(timeout)})};
    const sent = request(`${url}/api/v1/${where}`, options);
    sent.end(body && JSON.stringify(body));
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    const reply = await text(response);
    if (response.statusCode !== 200) {
      throw new Error(`${response.statusCode} ${reply}`);
    }
    return JSON.parse(reply) as Found;
  };
}

const ada = {first_name: 'Ada', last_name: 'Test', external_constituent_id: 'c-1'};
const gift = {gift_type_id: 1, received_amount: 50, received_date: '2026-01-01'};

const giftsOf = ({id}: Found) => `constituents/${id}/gifts`;

const findAda = async (send: Send) => (await send('GET', 'constituents/search?q[]=external_id=c-1')).items[0];

const findGift = async (send: Send, id: string) =>
  (await send('GET', `gifts/search?q[]=external_gift_ids=${id}`)).items[0];

async function retrying<T>(work: () => Promise<T>, times = 2): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (times === 0) {
      throw error;
    }
    await pause(20);
    return retrying(work, times - 1);
  }
}

/** Clients by their error handling; each stores a donor with a gift. */
export const clients = {
  /** Has no error handling and no timeout. */
  blind: async given => {
    const send = senderTo(given, false);
    const person = await send('POST', 'constituents', ada);
    await send('POST', giftsOf(person), gift);
  },
  /** Swallows every error. */
  swallowing: async given => {
    const send = senderTo(given);
    try {
      const person = await send('POST', 'constituents', ada);
      await send('POST', giftsOf(person), gift);
    } catch {}
  },
  /** Retries every failed request. */
  retrying: async given => {
    const send = senderTo(given);
    const person = await retrying(() => send('POST', 'constituents', ada));
    await retrying(() => send('POST', giftsOf(person), gift));
  },
  /** Treats a failed search as one without results. */
  careless: async given => {
    const send = senderTo(given);
    const found = await findAda(send).catch(() => undefined);
    const person = found ?? (await send('POST', 'constituents', ada));
    if ((await findGift(send, 'g-1')) === undefined) {
      await send('POST', giftsOf(person), {...gift, external_id: 'g-1'});
    }
  },
  /** Stores its progress only at the end. */
  halfCareful: async given => {
    const send = senderTo(given);
    const done = path.join(given.folder, 'done');
    if (!existsSync(done)) {
      const person = (await findAda(send)) ?? (await send('POST', 'constituents', ada));
      await send('POST', giftsOf(person), {...gift, external_id: '100'});
      writeFileSync(done, '');
    }
  },
  /** Stores a random key in a file before sending it, searches before it creates, and retries. */
  careful: async given => {
    const send = senderTo(given);
    const file = path.join(given.folder, 'key');
    if (!existsSync(file)) {
      writeFileSync(file, `key-${crypto.randomUUID()}`);
    }
    const key = readFileSync(file, 'utf8');
    const person = await retrying(async () => (await findAda(send)) ?? send('POST', 'constituents', ada));
    await retrying(
      async () => (await findGift(send, key)) ?? send('POST', giftsOf(person), {...gift, external_id: key}),
    );
  },
} as const satisfies Readonly<Record<string, (given: Given) => Promise<void>>>;

export type ClientName = keyof typeof clients;
