import type {Conversation} from './calls.js';
import type {CommandEnd} from './verdict.js';

/** The check cannot show anything: it neither passes nor fails. */
export class RefusedCheck extends Error {}

/** @throws RefusedCheck if the runs without faults give the check nothing to compare */
export function refuseUnfit({
  end,
  conversation,
}: {
  readonly end: CommandEnd;
  readonly conversation: Conversation;
}): void {
  const {requests, writes, refused} = conversation;
  if (end.code !== 0) {
    throw new RefusedCheck(`Without any fault the command ends with ${end.code}; it must succeed first`);
  }
  if (requests === 0) {
    throw new RefusedCheck(
      'The command sent no request with the key in CRM_SANDBOX_KEY; let it take its key and CRM_SANDBOX_URL from its environment',
    );
  }
  if (writes.length > 0) {
    return;
  }
  const denied = [401, 403].filter(status => refused.has(status));
  if (denied.length > 0 && denied.length === refused.size) {
    throw new RefusedCheck(
      `Every write of the command was refused with ${denied.join(' or ')}; it does not use the key in CRM_SANDBOX_KEY`,
    );
  }
  throw new RefusedCheck(
    refused.size === 0
      ? 'The command changes nothing, so that no answer to a write can be lost'
      : `Every write of the command was refused, with ${[...refused.keys()].sort().join(', ')}; nothing is left to lose`,
  );
}
