const exact = /^[1-5]\d\d$/;
const hundred = /^[1-5]xx$/i;

/** Whether a value names a status, `404`, or a hundred of them, `4xx`. */
export const isStatusForm = (form: unknown): boolean => exact.test(String(form)) || hundred.test(String(form));

/** Whether a status is one that is named. @param form as `isStatusForm` takes it */
export const isStatusIn = (status: number | undefined, form: number | string): boolean =>
  status !== undefined &&
  (hundred.test(String(form)) ? Math.floor(status / 100) === Number(String(form)[0]) : status === Number(form));
