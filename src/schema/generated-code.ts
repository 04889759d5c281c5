/**
 * Makes a function of a text of code. Where this process forbids that (`node --disallow-code-generation-from-strings`),
 * there is none, and who asks does the same without: nothing but `--validate-replies` needs it.
 * @param parameter what the code calls its one argument
 */
export function generated<A, R>(parameter: string, code: string): ((argument: A) => R) | undefined {
  try {
    return new Function(parameter, code) as (argument: A) => R;
  } catch (error) {
    if (error instanceof EvalError) {
      return undefined;
    }
    throw error;
  }
}

/** Whether code may be made of texts in this process. */
export const mayGenerate = (): boolean => generated('nothing', '') !== undefined;
