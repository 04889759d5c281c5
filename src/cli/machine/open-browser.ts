/** Whether there is a screen to show a page on: without one, a browser would only complain. */
const hasScreen = (): boolean =>
  process.platform !== 'linux' || Boolean(process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY']);

/** Shows a page in the person's browser. @returns whether that was begun; where it can't be, they have the address */
export async function openBrowser(url: string): Promise<boolean> {
  if (!hasScreen()) {
    return false;
  }
  const {default: open} = await import('open');
  return open(url).then(
    () => true,
    () => false,
  );
}
