import {count, type FaultKind, type FaultOf, pair, time} from '../fault-kind.js';

export const dribble: FaultKind<FaultOf<'dribble'>> = {
  name: 'dribble',
  fields: ({integerBetween, milliseconds, body}) => ({
    dribble: body({chunk: integerBetween(1, 1024 * 1024), pause: milliseconds}),
  }),
  argument: {
    form: 'bytes/pause, such as 64/100ms',
    read: text => {
      const dribble = pair(text, '/', {chunk: count, pause: time});
      return dribble && {dribble};
    },
  },
  defaultWhen: 'after-commit',
  hasOwnTime: true,
  keepsResponse: true,
  isSlow: true,
  applyAfter: ({dribble: {chunk, pause}}, call) => call.dribble(chunk, pause),
  docs: {
    short: '`dribble=64/100ms`',
    object: '`{"dribble": {"chunk": 64, "pause": 100}}`',
    about: 'the response in chunks of bytes, with pauses',
  },
  menu: [['dribble', '64/100ms', 'the answer in small pieces: bytes/pause']],
};
