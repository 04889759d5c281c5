/** What stands in the first line of every trace. */
export const traceFormat = 'crm-sandbox trace';

/** Goes up where a reader of today would misread what is written from then on. */
export const traceVersion = 1;

/** Bytes. A longer body of a request, or of a control operation, is not kept. */
export const longestBody = 4 * 1024 * 1024;

/** Bytes. Of a longer reply its length and SHA-256 are kept. */
export const longestReply = 256 * 1024;

/** Records. Of what a request changed no more are named. */
export const mostChanges = 100;
