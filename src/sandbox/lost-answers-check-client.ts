import type {SandboxParts} from '../admin/admin-operation.js';
import type {FaultRules} from '../faults/fault-rules.js';
import {accountKey} from '../http/guard/keys.js';
import type {Call, CommandEnd} from './lost-answers-calls.js';
import {type CheckOptions, type CheckResult, checkLostAnswers, type LoseAnswer} from './lost-answers-check.js';

/** The `--fault` rule for a call: `createGiftOfConstituent#1:lost`. */
export const faultOf = ({operation, nth}: Call): string => `${operation}#${nth}:lost`;

const loseAnswerBy =
  (faults: FaultRules): LoseAnswer =>
  (account, call) => {
    const [armed] = faults.of(account).add(faults.read([faultOf(call)]), null);
    return () => armed!.hits > 0;
  };

/** An AbortSignal if the compiler knows the type: the DOM library and Node's types declare it. */
type Signal = typeof globalThis extends {AbortSignal: {prototype: infer Known}} ? Known : {readonly aborted: boolean};

interface ClientAccess {
  readonly url: string;
  /** The key of an account that only this run uses. */
  readonly key: string;
  /** Aborted if the run takes too long: it must end then. */
  readonly signal: Signal;
}

/** Runs the client once from start to end. @returns its exit code; a client that throws has failed */
export type RunClient = (access: ClientAccess) => Promise<number | undefined>;

/** Options of `checkLostAnswers`. */
export type LostAnswerOptions = Partial<CheckOptions>;

/** See `checkLostAnswers`. */
export function checkClient(
  {accounts, catalog, exchanges, faults}: SandboxParts,
  url: string,
  run: RunClient,
  {jobs = 1, ...options}: LostAnswerOptions,
): Promise<CheckResult> {
  const loseAnswer = loseAnswerBy(faults);
  const runOn = (account: string, milliseconds?: number) => runOnce({url, key: accountKey(account)}, run, milliseconds);
  return checkLostAnswers({accounts, catalog, exchanges, loseAnswer, run: runOn}, {jobs, ...options});
}

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
