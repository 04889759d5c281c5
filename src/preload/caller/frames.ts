/** The maximum number of the user's frames in a caller, the innermost first: `src/crm.js:8 < src/donate.js:31`. */
export const maxFrames = 5;

/** Publishes the headers of each request of `sandbox.fetch`, to which a preload adds the caller. */
export const fetchChannel = 'crm-sandbox:fetch';

export const frameSeparator = ' < ';

export const framesOf = (caller: string): readonly string[] => caller.split(frameSeparator);

/** Any frame may match. A caller without a line matches the whole file. */
export const isCaller = (found: string | undefined, caller: string): boolean =>
  found === caller ||
  (found !== undefined && framesOf(found).some(frame => frame === caller || frame.startsWith(`${caller}:`)));
