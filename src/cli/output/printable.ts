/** Characters that a terminal acts on, or that hide others: controls, directions of writing, ends of lines, lone halves. */
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** A text that others wrote, in one line and as it stands: `\u001b` in place of what a terminal would act on. */
export const printable = (text: string): string =>
  text.replaceAll(unprintable, character => `\\u${character.codePointAt(0)!.toString(16).padStart(4, '0')}`);
