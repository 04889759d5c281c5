import {Lock} from '../../src/persistence/lock.js';

/** A process that locks a data file until it is killed, or prints the error: `lock-holder.js <file>`. */
try {
  Lock.take(process.argv[2] ?? '');
  process.stdout.write(`held\n`);
} catch (error) {
  process.stdout.write(`${String(error)}\n`);
}
setInterval(() => undefined, 1000);
