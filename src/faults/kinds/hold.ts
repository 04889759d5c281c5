import {limits} from '../../limits.js';
import {plainKind} from '../fault-kind.js';

export const hold = plainKind({
  name: 'hold',
  about: 'nothing, for as long as it waits; after five minutes the connection is closed',
  menuAbout: 'nothing, for as long as it waits',
  isSlow: true,
  applyAfter: async (_, call) => {
    call.silence();
    if ((await call.wait(limits.faultDelay)) !== 'left') {
      call.endConnection();
    }
  },
});
