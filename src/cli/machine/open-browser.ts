/** Without a screen, starting a browser would only print errors. */
const hasScreen = (): boolean =>
  process.platform !== 'linux' || Boolean(process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY']);

/** Opens a page in the default browser. @returns false if that is not possible; the user still has the URL */
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
