/** What the sandbox reads the line from; one that the user sets himself is kept. */
export const header = 'x-sandbox-caller';
