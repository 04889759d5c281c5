/**
 * Parses JSON that may contain personal data: the parser's own errors quote it, and some name no position.
 * @throws SyntaxError that completes a sentence: `is not JSON at character 17`
 */
export function parsePrivateJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A binary search for the longest valid start.
    let [valid, invalid] = [0, text.length + 1];
    while (invalid - valid > 1) {
      const middle = Math.floor((valid + invalid) / 2);
      [valid, invalid] = isStart(text.slice(0, middle)) ? [middle, invalid] : [valid, middle];
    }
    throw new SyntaxError(`is not JSON at character ${invalid}`);
  }
}

/** True if the parser finds no error before the end. */
function isStart(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    const [, position] = /\bat position (\d+)/.exec((error as Error).message) ?? [];
    return /^Unexpected end/.test((error as Error).message) || Number(position) === text.length;
  }
}
