const exact = /^[1-5]\d\d$/;
const hundred = /^[1-5]xx$/i;

/** True for a status, `404`, or a class of statuses, `4xx`. */
export const isStatusForm = (form: unknown): boolean => exact.test(String(form)) || hundred.test(String(form));

/** True if the status has this form. @param form a value that `isStatusForm` accepts */
export const isStatusIn = (status: number | undefined, form: number | string): boolean =>
  status !== undefined &&
  (hundred.test(String(form)) ? Math.floor(status / 100) === Number(String(form)[0]) : status === Number(form));
