import {Empty} from '../parts/empty.js';
import {Run} from '../parts/run.js';
import {account, accountParameters} from '../state/accounts.js';
import {ask} from '../state/api.js';
import {config} from '../state/config.js';
import {loadAccounts} from '../state/load-accounts.js';
import {go, hrefOf} from '../state/route.js';

/** An account can be deleted or expire while it is shown. */
export function AccountGone() {
  const name = account.value;
  const usual = config.value!.account;
  const make = async () => {
    await ask('POST', '/_sandbox/accounts', {body: {name}, account: usual});
    await loadAccounts();
    go(hrefOf(['accounts'], {account: usual}), {isReplaced: true});
    go(hrefOf(['requests'], accountParameters(name)), {isReplaced: true});
  };
  return (
    <Empty title={`There is no account ${name}`}>
      <p>It was deleted, its time is over, or it was never there. Its requests went with it.</p>
      <p class="row">
        <a class="button" href={hrefOf(['requests'], accountParameters(usual))}>
          Show the account {usual}
        </a>
        <Run action={make}>Make it anew</Run>
      </p>
    </Empty>
  );
}
