import {accountKey} from '../../http/security/keys.js';
import {type CheckOptions, type CheckParts, type CheckResult, checkLostAnswers} from './check.js';
import type {CommandEnd} from './verdict.js';

/** What a client is given for one of its runs. */
export interface ClientAccess {
  readonly url: string;
  /** Of an account that only this run uses. */
  readonly key: string;
  /** Aborted where the run takes too long: it must end then. */
  readonly signal: AbortSignal;
}

/** Runs the client once, from its beginning to its end. @returns its exit code; one that throws has failed */
export type RunClient = (access: ClientAccess) => Promise<number | undefined>;

/** What nobody gives who only has a client. */
type Parts = Omit<CheckParts, 'run'> & {readonly url: string};

/** Checks what a client makes of lost answers; see `checkLostAnswers`. */
export const checkClient = ({url, ...parts}: Parts, run: RunClient, options: CheckOptions): Promise<CheckResult> =>
  checkLostAnswers(
    {...parts, run: (account, milliseconds) => runOnce({url, key: accountKey(account)}, run, milliseconds)},
    options,
  );

async function runOnce(
  access: Omit<ClientAccess, 'signal'>,
  run: RunClient,
  milliseconds: number | undefined,
): Promise<CommandEnd> {
  const controller = new AbortController();
  const hung = Symbol('hung');
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<typeof hung>(resolve => {
    timer = milliseconds === undefined ? undefined : setTimeout(resolve, milliseconds, hung);
  });
  try {
    const ended = run({...access, signal: controller.signal}).then(
      (code = 0) => code,
      () => 1,
    );
    const end = await Promise.race([ended, tooLong]);
    return end === hung ? {} : {code: end};
  } finally {
    clearTimeout(timer);
    controller.abort();
  }
}
