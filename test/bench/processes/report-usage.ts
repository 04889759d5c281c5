import {ownUsage} from './usage.js';

/**
 * Loaded into every measured server before its own code. It reports the usage of the process on request, which is exact
 * on any system and needs no support by the server.
 */
process.on('message', question => process.send?.({question, usage: ownUsage()}));
process.on('disconnect', () => process.exit());
// The channel must not keep a server alive that ends by itself.
process.channel?.unref();
