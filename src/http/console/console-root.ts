/** Where the console is. A file of its own, because most commands load nothing of the server. */
export const consoleRoot = '/_sandbox/ui';
