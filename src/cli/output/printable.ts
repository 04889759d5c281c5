/** What a terminal would obey in place of showing it; tabs and ends of lines too. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what must not be printed
const controls = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g;

/** Text that a client sent, in one line that a terminal only shows. */
export const printable = (text: string): string => text.replaceAll(controls, '\ufffd');
