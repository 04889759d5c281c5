/** False under `node --disallow-code-generation-from-strings`. Only `--validate-replies` generates code. */
export function mayGenerate(): boolean {
  try {
    new Function('');
    return true;
  } catch {
    return false;
  }
}
