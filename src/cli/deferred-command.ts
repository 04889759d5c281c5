/**
 * Thrown by a command's handler to run the command after yargs has finished. While an asynchronous handler runs, yargs
 * formats the help in case it is needed, which takes as long as loading all of Koa.
 */
export class DeferredCommand extends Error {
  constructor(readonly run: () => Promise<void>) {
    super('a command was chosen');
    this.name = 'DeferredCommand';
  }
}

/** Makes a handler that runs after yargs has finished. */
export const deferred =
  <P>(handle: (parsed: P) => Promise<void>) =>
  (parsed: P): never => {
    throw new DeferredCommand(() => handle(parsed));
  };
