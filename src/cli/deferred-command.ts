/**
 * Thrown by a command that knows what to do: the rest happens once yargs is done. While a handler runs, yargs writes
 * the help, in case it will be needed, which takes as long as loading all of Koa; a start would wait for it.
 */
export class DeferredCommand extends Error {
  constructor(readonly run: () => Promise<void>) {
    super('a command was chosen');
    this.name = 'DeferredCommand';
  }
}
