import type {Request} from '../state/feed.js';

/** Width of the scrubber's knob, whose center moves from half of it to half of it before the end. */
const knob = 16;

/**
 * Draws a line for each request: taller if it changed data, colored if it failed. If there are more requests than
 * pixels, lines overlap.
 */
export function drawTicks(canvas: HTMLCanvasElement, rows: readonly Request[]): void {
  const {clientWidth: width, clientHeight: height} = canvas;
  const scale = devicePixelRatio;
  canvas.width = width * scale;
  canvas.height = height * scale;
  const pen = canvas.getContext('2d')!;
  pen.scale(scale, scale);
  const style = getComputedStyle(canvas);
  const colours = ['--tick', '--tick-write', '--tick-wrong'].map(name => style.getPropertyValue(name));
  const step = (width - knob) / (rows.length + 1);
  const thickness = Math.max(1, Math.min(4, step - 1));
  for (const kind of [0, 1, 2]) {
    pen.fillStyle = colours[kind]!;
    rows.forEach((request, index) => {
      if (kindOf(request) === kind) {
        const tall = height * (kind === 1 ? 0.9 : kind === 2 ? 0.6 : 0.35);
        pen.fillRect(Math.round(knob / 2 + (index + 1) * step - thickness / 2), height - tall, thickness, tall);
      }
    });
  }
}

const kindOf = ({status, changed}: Request): number => (status >= 400 || status === 0 ? 2 : changed ? 1 : 0);
