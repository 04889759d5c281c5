import {startSandbox} from '../../src/sandbox/start-sandbox.js';
import {isSoak} from '../support/effort.js';
import type {Server} from './exchange.js';
import {connect} from './wire.js';

/** A sandbox to be fuzzed, and its document. */
export interface OwnSandbox {
  /** All requests go to an account of this name. */
  account(name: string): Server;
  readonly server: Server;
  readonly document: unknown;
  /** What is wrong with it after all: violations of the document that it counted itself, changes where none belong. */
  complaints(): Promise<string[]>;
  close(): Promise<void>;
}

/**
 * Starts a sandbox, and reads the document that it publishes.
 * @param validateReplies whether the sandbox is to look at each of its replies, too, which takes as long as the reply
 */
export async function startOwnSandbox(validateReplies = isSoak): Promise<OwnSandbox> {
  const faults: unknown[] = [];
  const sandbox = await startSandbox({
    profile: 'small',
    now: '2026-01-01T00:00:00Z',
    validateReplies,
    onError: fault => faults.push(fault),
  });
  const {send, close} = connect(sandbox.url);
  const get = async (target: string) => (await send({method: 'GET', target, headers: {}})).body;
  const serverOf = (name: string): Server => {
    const account = sandbox.account(name);
    return {
      url: sandbox.url,
      key: account.key,
      readOnlyKey: 'sandbox-readonly-key',
      blockedKey: 'sandbox-blocked-key',
      send,
      reset: async () => {
        await account.reset();
      },
      mark: () => account.snapshot('mark'),
      changes: async () => sum((await account.diff('mark')).total),
      faults: () => faults,
    };
  };
  return {
    account: serverOf,
    server: serverOf('fuzz'),
    document: await get('/openapi.json'),
    complaints: async () => {
      const {status, violations} = await get('/health');
      const stray = sum((await sandbox.diff()).total);
      return [
        ...(status === 'ok' ? [] : [`/health says ${status}`]),
        ...((violations ?? 0) === 0 ? [] : [`/health counts ${violations} violations`]),
        ...(stray === 0 ? [] : [`an account that nobody wrote to has ${stray} changes`]),
        ...new Set(faults.map(fault => `a fault was reported: ${fault}`)),
      ];
    },
    close: async () => {
      close();
      await sandbox.close();
    },
  };
}

const sum = ({created, changed, deleted}: {created: number; changed: number; deleted: number}) =>
  created + changed + deleted;
