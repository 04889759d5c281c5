/** The longest time that a fault delays a response or holds a connection, in milliseconds. */
export const faultDelayLimit = 5 * 60_000;
