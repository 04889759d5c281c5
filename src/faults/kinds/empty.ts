import {plainKind} from '../fault-kind.js';

/** Ends the connection with a FIN instead of a response. */
export const empty = plainKind({
  name: 'empty',
  about: 'the connection is closed without a byte',
  applyAfter: (_, call) => {
    call.silence();
    call.endConnection();
  },
});
