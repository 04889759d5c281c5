/** Identifies the format in the first line. */
export const traceFormat = 'crm-sandbox trace';

/** Raised if older readers would misread the new format. */
export const traceVersion = 2;
