import {useState} from 'preact/hooks';
import {reasonOf} from '../state/api.js';

/** Why something was refused; nothing where it was not. */
export function Refused({why}: {readonly why: string}) {
  return why === '' ? null : (
    <p class="error" role="alert">
      {why}
    </p>
  );
}

/**
 * Sends a form, empties it when that went well, and otherwise keeps what was written.
 * @returns what the form is given, and why it was refused
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
