import {startSandbox} from '../../src/sandbox/start-sandbox.js';
import {isSoak} from '../support/effort.js';
import type {Server} from './exchange.js';
import {connect} from './wire.js';

/** A sandbox under test and its document. */
export interface OwnSandbox {
  /** Returns a server whose requests use the account with this name. */
  account(name: string): Server;
  readonly server: Server;
  readonly document: unknown;
  /** Returns violations that the sandbox counted itself, and changes in an account that received no requests. */
  complaints(): Promise<string[]>;
  close(): Promise<void>;
}

/**
 * Starts a sandbox and reads its OpenAPI document.
 * @param validateReplies whether the sandbox also validates each response, which doubles the time
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
        ...(status === 'ok' ? [] : [`/health has the status ${status}`]),
        ...((violations ?? 0) === 0 ? [] : [`/health has ${violations} violations`]),
        ...(stray === 0 ? [] : [`an account without requests has ${stray} changes`]),
        ...new Set(faults.map(fault => `an internal error was reported: ${fault}`)),
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
