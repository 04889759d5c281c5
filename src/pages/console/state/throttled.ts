/** Makes a function that runs an action at once, and then at most once per interval. */
export function throttled(milliseconds: number, action: () => void): () => void {
  let isResting = false;
  let isDue = false;
  return function run() {
    isDue = isResting;
    if (isResting) {
      return;
    }
    isResting = true;
    action();
    setTimeout(() => {
      isResting = false;
      if (isDue) {
        run();
      }
    }, milliseconds);
  };
}
