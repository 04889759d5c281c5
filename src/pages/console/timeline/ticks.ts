import type {Request} from '../state/feed.js';

/** As wide as the knob of the scrubber: its middle moves from half of it to half of it before the end. */
const knob = 16;

/**
 * Draws a line for each request: those that changed something are taller, those that were refused have a colour of
 * their own. Where there are more than pixels, what is in one pixel is drawn over each other.
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
  const step = (width - knob) / (rows.length + 1); // the first place is before all of them
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
