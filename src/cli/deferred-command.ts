/**
 * Thrown by a command that was chosen: the rest happens once yargs is done. While a handler runs, yargs writes the help, in
 * case it will be needed, which takes as long as loading all of Koa; every command would wait for it.
 */
export class DeferredCommand extends Error {
  constructor(readonly run: () => Promise<void>) {
    super('a command was chosen');
    this.name = 'DeferredCommand';
  }
}

/** A handler that does what it does once yargs is done. */
export const deferred =
  <P>(handle: (parsed: P) => Promise<void>) =>
  (parsed: P): never => {
    throw new DeferredCommand(() => handle(parsed));
  };
