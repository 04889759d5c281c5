import {builtin} from './replace.js';

export const isBun = 'Bun' in globalThis;

interface WorkerOptions {
  readonly preload?: string | readonly string[];
}

interface WorkerOwner {
  Worker: new (script: unknown, options?: WorkerOptions, ...rest: unknown[]) => object;
}

/** Adds the option that threads of Bun need to load a file. */
export function loadInWorkers(file: string): void {
  for (const owner of [globalThis, builtin('node:worker_threads')] as WorkerOwner[]) {
    owner.Worker = new Proxy(owner.Worker, {
      construct(target, [script, options, ...rest]: [unknown, WorkerOptions?, ...unknown[]], made) {
        const preload = [file, ...[options?.preload ?? []].flat()];
        return Reflect.construct(target, [script, {...options, preload}, ...rest], made);
      },
    });
  }
}
