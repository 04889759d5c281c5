import {limits} from '../../limits.js';
import {plainKind} from '../fault-kind.js';

export const hold = plainKind({
  name: 'hold',
  about: 'no response; the connection closes after five minutes',
  menuAbout: 'nothing, for as long as it waits',
  isSlow: true,
  applyAfter: async (_, call) => {
    call.silence();
    if ((await call.wait(limits.faultDelay)) !== 'left') {
      call.endConnection();
    }
  },
});
