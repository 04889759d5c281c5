import {type ComponentChildren, cloneElement, type VNode} from 'preact';
import {useId, useRef, useState} from 'preact/hooks';
import {reasonOf} from '../state/api.js';

export function ErrorText({text}: {readonly text: string}) {
  return text === '' ? null : (
    <p class="error" role="alert">
      {text}
    </p>
  );
}

interface SubmitFormProps {
  readonly class: string;
  readonly label?: string;
  /** Sends the input. The form shows the errors that it throws. */
  readonly send: (form: FormData) => Promise<void>;
  /** True if the input stays after success. */
  readonly keepsInput?: boolean;
  readonly children: ComponentChildren;
}

export function SubmitForm({class: look, label, send, keepsInput = false, children}: SubmitFormProps) {
  const [error, setError] = useState('');
  const isBusy = useRef(false);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    if (isBusy.current) {
      return;
    }
    isBusy.current = true;
    try {
      await send(new FormData(form));
      setError('');
      if (!keepsInput) {
        form.reset();
      }
    } catch (refusal) {
      setError(reasonOf(refusal));
    } finally {
      isBusy.current = false;
    }
  };
  return (
    <form class={look} aria-label={label} onSubmit={submit}>
      {children}
      <ErrorText text={error} />
    </form>
  );
}

interface FieldProps {
  readonly label: ComponentChildren;
  readonly about?: string;
  readonly grows?: boolean;
  readonly children: VNode<InputAttributes>;
}

export interface InputAttributes {
  readonly id?: string;
  readonly 'aria-describedby'?: string | undefined;
}

export function Field({label, about, grows = false, children}: FieldProps) {
  const id = useId();
  const described = about === undefined ? undefined : `${id}-about`;
  return (
    <div class={grows ? 'field grow' : 'field'}>
      <label for={id}>{label}</label>
      {cloneElement(children, {id, 'aria-describedby': described})}
      {about !== undefined && <small id={described}>{about}</small>}
    </div>
  );
}

type SelectOption = string | readonly [value: string, label: string];

/** The options of a select or a datalist: values, or pairs of value and label. */
export function Options({of}: {readonly of: readonly SelectOption[]}) {
  const pairs = of.map(option => (typeof option === 'string' ? ([option, option] as const) : option));
  return pairs.map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}
