import {Accounts} from '../../../src/accounts/accounts.js';
import {PostgresLog} from '../../../src/persistence/postgres/postgres-log.js';
import {schema} from '../../../src/resources/index.js';
import {common} from '../account-steps.js';

/** Opens accounts in a database, with frequent compaction. */
export async function openNode(data: string, leastCompacted = 4000) {
  const options = {schema, baseline: common, seed: 1};
  const failures: unknown[] = [];
  const notices: string[] = [];
  const listeners = {
    onError: (error: unknown) => failures.push(error),
    onNotice: (notice: string) => notices.push(notice),
  };
  const url = 'http://127.0.0.1:4080';
  const log = await PostgresLog.open(data, {...options, url, leastCompacted, ...listeners});
  const accounts = await Accounts.open({...options, adapter: log, changeLog: log});
  log.onTakeOver = () => accounts.reload();
  await log.start();
  const close = async () => {
    accounts.close();
    await log.close();
  };
  return {log, accounts, failures, notices, close};
}
