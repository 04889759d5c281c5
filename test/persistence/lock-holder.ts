import {Lock} from '../../src/persistence/lock.js';

/** A process that holds a data file until it is killed, or says why it does not: `lock-holder.js <file>`. */
try {
  Lock.take(process.argv[2] ?? '');
  process.stdout.write(`held\n`);
} catch (error) {
  process.stdout.write(`${String(error)}\n`);
}
setInterval(() => undefined, 1000);
