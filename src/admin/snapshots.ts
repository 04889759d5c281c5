import type {Account} from '../accounts/account.js';
import type {AccountState} from '../accounts/account-state.js';
import type {Snapshot} from '../accounts/change-log.js';
import {checkMemory, maxForNew} from '../accounts/memory.js';
import {parameterError, unprocessableEntity} from '../errors.js';
import type {Journal} from '../exchanges/journal/journal.js';
import {limits} from '../limits.js';
import {inPieces} from '../operations/pieces.js';
import {readSnapshot, snapshotText} from '../persistence/snapshot/snapshot-format.js';
import {quote} from '../schema/fields.js';
import {runHeavy} from '../store/chunked.js';
import {type AdminContext, adminOperation, changeAll, visitInTurns} from './admin-operation.js';
import {type FoundState, findSnapshot, findState, openedState} from './states/find-state.js';
import {counts, describeAccount} from './status.js';

const nameForm = /^[A-Za-z0-9._-]{1,64}$/;

const describe = ({name, savedAt, records}: Snapshot) => ({name, saved_at: savedAt, counts: counts(records)});

export type SnapshotEntry = ReturnType<typeof describe>;

function checkName(name: string): string {
  if (!nameForm.test(name)) {
    throw unprocessableEntity(
      `A snapshot's name is made of letters, digits, '.', '_' and '-', 64 at most; ${quote(name)} is not`,
    );
  }
  if (name === 'baseline') {
    throw unprocessableEntity(
      'A snapshot cannot be named "baseline": that is the state that a reset goes back to. Take another name',
    );
  }
  return name;
}

export const listSnapshots = adminOperation({
  id: 'listSnapshots',
  method: 'GET',
  path: '/_sandbox/snapshots',
  summary: "List the account's snapshots",
  handle: ({account}) => ({snapshots: Array.from(account.snapshots.values(), describe)}),
});

/** True for an empty body, or the single newline that some clients send instead. */
const isBlank = (bytes: Buffer): boolean =>
  bytes.length <= 1024 && bytes.every(byte => byte === 32 || (byte >= 9 && byte <= 13));

/** @returns true if no snapshot is replaced. @throws ApiError if the account has no room for another */
function checkNumber({snapshots}: Account, name: string): boolean {
  const isNew = !snapshots.has(name);
  if (isNew && snapshots.size >= limits.snapshots) {
    throw unprocessableEntity(`An account keeps ${limits.snapshots} snapshots; delete one first`);
  }
  return isNew;
}

/** Finds the state for `?of=request:142`. Requires a single account, because each account numbers its own requests. */
function stateOf({account, journal, isForAll}: AdminContext, of: string, body: Buffer): AccountState {
  if (isForAll || !isBlank(body)) {
    throw parameterError(`of: cannot be used with ${isForAll ? 'all=true' : 'a snapshot file as the body'}`);
  }
  return openedState(account, findState(account, journal, of, 'of'));
}

export const saveSnapshot = adminOperation({
  id: 'saveSnapshot',
  method: 'PUT',
  path: '/_sandbox/snapshots/{name}',
  summary: 'Save the current state, the state around a request, or the snapshot file in the body',
  query: ['of'],
  takesAll: true,
  readsRawBody: true,
  takesLargeBody: true,
  handle: async ({params, query: {of}, rawBody, committed, ...context}) => {
    const {account, accounts, targets, isForAll} = context;
    const name = checkName(params.name);
    checkMemory('another snapshot', 0, maxForNew);
    let newOnes = 0;
    const check = (each: Account) => {
      newOnes += checkNumber(each, name) ? 1 : 0;
    };
    if (isForAll) {
      await visitInTurns(targets, check);
    } else {
      check(account);
    }
    const old = of === undefined ? undefined : stateOf(context, of, rawBody);
    const endReservation = accounts.reserveSnapshots(newOnes);
    try {
      const sent = isBlank(rawBody) ? undefined : (await runHeavy(() => readSnapshot(rawBody, account.schema))).state;
      await changeAll(
        context,
        each => each.save(name, sent ?? old, sent !== undefined),
        committed,
        each => checkNumber(each, name), // other requests may have saved snapshots while the file was read
      );
    } finally {
      endReservation();
    }
    return describe(findSnapshot(account, name));
  },
});

export const showSnapshot = adminOperation({
  id: 'showSnapshot',
  method: 'GET',
  path: '/_sandbox/snapshots/{name}',
  summary: 'Get a snapshot as a JSON file',
  handle: ({account, accounts, params}) =>
    inPieces(snapshotText(findSnapshot(account, params.name), accounts.seed, account.schema)),
});

/** Restores a state. An imported snapshot shares no data with earlier states, so these are released. */
const goTo = (account: Account, found: FoundState, journal: Journal): Promise<void> =>
  account.replaceState(
    () => openedState(account, found),
    'isForeign' in found.state ? {onSettled: () => journal.release(account.name)} : {},
  );

export const restoreSnapshot = adminOperation({
  id: 'restoreSnapshot',
  method: 'POST',
  path: '/_sandbox/snapshots/{name}/restore',
  summary: 'Restore a snapshot',
  takesAll: true,
  handle: async ({account, accounts, journal, targets, committed, params}) => {
    const found = new Map<Account, Snapshot>();
    await changeAll(
      {targets, accounts},
      each => goTo(each, {state: found.get(each)!}, journal),
      committed,
      each => found.set(each, findSnapshot(each, params.name)),
    );
    return describeAccount(account, accounts);
  },
});

export const restoreState = adminOperation({
  id: 'restoreState',
  method: 'POST',
  path: '/_sandbox/restore',
  summary: 'Restore the state before or after a request, or a snapshot',
  query: ['to'],
  handle: async ({account, accounts, journal, committed, query: {to}}) => {
    if (to === undefined) {
      throw parameterError('to: is missing; before:142 is the account as request 142 found it');
    }
    await goTo(account, findState(account, journal, to, 'to'), journal);
    committed(account);
    return describeAccount(account, accounts);
  },
});

export const deleteSnapshot = adminOperation({
  id: 'deleteSnapshot',
  method: 'DELETE',
  path: '/_sandbox/snapshots/{name}',
  summary: 'Delete a snapshot',
  takesAll: true,
  handle: async ({targets, accounts, committed, params}) => {
    await changeAll(
      {targets, accounts},
      each => each.deleteSnapshot(params.name),
      committed,
      each => findSnapshot(each, params.name),
    );
    return {result: 'success'};
  },
});
