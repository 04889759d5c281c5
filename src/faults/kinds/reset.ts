import {plainKind} from '../fault-kind.js';

export const reset = plainKind({
  name: 'reset',
  about: 'a TCP reset',
  applyAfter: (_, call) => {
    call.silence();
    call.resetConnection();
  },
});

export const lost = plainKind({
  name: 'lost',
  about: 'a TCP reset after the commit',
  menuAbout: 'it is done, and the answer is lost',
  alias: {fault: {reset: true}, when: 'after-commit'},
});
