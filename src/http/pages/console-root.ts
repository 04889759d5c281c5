/** A separate file, because most commands load no server code. */
export const consoleRoot = '/_sandbox/ui';
