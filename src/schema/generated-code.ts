/**
 * Whether code may be made of texts in this process; not under `node --disallow-code-generation-from-strings`. Only
 * `--validate-replies` needs it.
 */
export function mayGenerate(): boolean {
  try {
    new Function('');
    return true;
  } catch {
    return false;
  }
}
