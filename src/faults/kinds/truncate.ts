import {count, type FaultKind, type FaultOf} from '../fault-kind.js';
import {serveSpoiled} from './malformed.js';

export const truncate: FaultKind<FaultOf<'truncate'>> = {
  name: 'truncate',
  fields: ({integerBetween, numberBetween, choice}) => ({
    truncate: choice({bytes: integerBetween(0, 1_000_000_000), fraction: numberBetween(0, 1)}),
  }),
  argument: {
    form: 'a number of bytes, or a part such as 50%',
    read: text => {
      const [, percent] = /^(\d{1,3}(?:\.\d{1,3})?)%$/.exec(text) ?? [];
      const bytes = count(text);
      if (percent !== undefined) {
        return {truncate: {fraction: Number(percent) / 100}};
      }
      return bytes === undefined ? undefined : {truncate: {bytes}};
    },
  },
  keepsResponse: true,
  applyBefore: (_, call) => serveSpoiled(call),
  applyAfter: ({truncate: part}, call) => call.breakOff(whole => part.bytes ?? Math.floor(whole * part.fraction)),
  docs: {
    short: '`truncate=100`, `truncate=50%`',
    object: '`{"truncate": {"bytes": 100}}`, `{"fraction": 0.5}`',
    about: 'a truncated response with the full `Content-Length`',
  },
  menu: [['truncate', '50%', 'a reply that breaks off']],
};
