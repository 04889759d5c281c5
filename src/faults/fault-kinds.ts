import type {FaultKind, MenuLine} from './fault-kind.js';
import {delay} from './kinds/delay.js';
import {dribble} from './kinds/dribble.js';
import {empty} from './kinds/empty.js';
import {hold} from './kinds/hold.js';
import {malformed} from './kinds/malformed.js';
import {rateLimited} from './kinds/rate-limited.js';
import {patch, reply} from './kinds/reply.js';
import {lost, reset} from './kinds/reset.js';
import {staleRead} from './kinds/stale-read.js';
import {status} from './kinds/status.js';
import {truncate} from './kinds/truncate.js';
import {wrongType} from './kinds/wrong-type.js';

/** The only list of kinds. The schema, the short forms, docs/test/faults.md and the console's select derive from it. */
export const standardKinds: readonly FaultKind[] = [
  status,
  lost,
  reset,
  empty,
  hold,
  truncate,
  malformed,
  wrongType,
  delay,
  dribble,
  staleRead,
  rateLimited,
  reply,
  patch,
];

export const faultMenu = (kinds = standardKinds): readonly MenuLine[] => kinds.flatMap(({menu}) => menu);
