import {useState} from 'preact/hooks';
import {reasonOf} from '../state/api.js';

/** The reason for a rejected request; renders nothing without one. */
export function Refused({why}: {readonly why: string}) {
  return why === '' ? null : (
    <p class="error" role="alert">
      {why}
    </p>
  );
}

/**
 * Submits a form and clears it on success; on failure the input stays.
 * @returns the form's properties and the error
 */
export function useSubmit(send: (form: FormData) => Promise<void>) {
  const [why, setWhy] = useState('');
  const onSubmit = async (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    try {
      await send(new FormData(form));
      form.reset();
      setWhy('');
    } catch (refusal) {
      setWhy(reasonOf(refusal));
    }
  };
  return {why, onSubmit};
}
