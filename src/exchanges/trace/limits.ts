/** Identifies the format in the first line. */
export const traceFormat = 'crm-sandbox trace';

/** Raised if older readers would misread the new format. */
export const traceVersion = 1;

/** Bytes. Longer bodies of requests and admin operations are not kept. */
export const longestBody = 4 * 1024 * 1024;

/** Bytes. For a longer response only its length and SHA-256 are kept. */
export const longestReply = 256 * 1024;

/** Maximum number of changed records listed per request. */
export const mostChanges = 100;
