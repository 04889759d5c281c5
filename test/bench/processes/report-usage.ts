import {ownUsage} from './usage.js';

/**
 * Loaded into every server that is measured, before its own code: answers what the process has used whenever it is
 * asked. That is exact and works on any system, and the server need not know.
 */
process.on('message', question => process.send?.({question, usage: ownUsage()}));
process.on('disconnect', () => process.exit());
// A server that ends by itself is not to be kept alive by this.
process.channel?.unref();
