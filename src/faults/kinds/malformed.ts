import {type FaultCall, plainKind} from '../fault-kind.js';

/** If the fault precedes the commit, a copy of the account creates the response to corrupt. */
export const serveSpoiled = (call: FaultCall): Promise<void> =>
  call.when === 'after-commit' ? call.serve() : call.serveFrom(call.account.state);

export const malformed = plainKind({
  name: 'malformed',
  about: 'truncated JSON in a complete HTTP response',
  menuAbout: 'JSON that ends in the middle',
  keepsResponse: true,
  applyBefore: (_, call) => serveSpoiled(call),
  applyAfter: (_, call) => call.halve(),
});
