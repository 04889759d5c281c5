import {Presets, SingleBar} from 'cli-progress';

/** Generating less than this is not worth a bar. Milliseconds. */
const patience = 1000;

/** A bar on the terminal for generating that takes longer than a second. */
export function showProgress(stream: NodeJS.WriteStream) {
  const start = performance.now();
  let bar: SingleBar | undefined;
  return {
    update(done: number, total: number): void {
      if (bar === undefined && stream.isTTY && performance.now() - start > patience) {
        bar = new SingleBar(
          {stream, format: 'generating {bar} {percentage}% {value}/{total} constituents', clearOnComplete: true},
          Presets.shades_classic,
        );
        bar.start(total, done);
      }
      bar?.update(done);
    },
    stop: () => bar?.stop(),
  };
}
