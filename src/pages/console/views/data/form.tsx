import type {ComponentChildren} from 'preact';
import {Field, type InputAttributes, SubmitForm} from '../../parts/form.js';
import {Resource} from '../../parts/resource.js';
import {type ApiDocument, bodyOf, type FormField, fieldsOf, textOf} from './fields.js';
import type {RecordData} from './kinds.js';

interface RecordFormProps {
  readonly method: 'post' | 'patch';
  /** Includes the braces. */
  readonly path: string;
  readonly record: RecordData;
  /** Sends the body. @throws errors, which the form displays */
  readonly onSend: (body: RecordData, form: FormData) => Promise<void>;
  readonly onClose: () => void;
  /** An additional first field, for the path. */
  readonly children?: ComponentChildren;
}

/** A form for a body, built from the document's schema. Unchanged fields are not sent. */
export function RecordForm({method, path, record, onSend, onClose, children}: RecordFormProps) {
  const isNew = record['id'] === undefined;
  return (
    <Resource path="/openapi.json" isConstant>
      {(document: ApiDocument) => {
        const fields = fieldsOf(document, method, path);
        const submit = async (form: FormData) => {
          await onSend(bodyOf(fields, form, record), form);
          onClose();
        };
        return (
          <SubmitForm class="stack" send={submit} keepsInput>
            {children}
            <div class="form-fields">
              {fields.map(field => {
                const {name, description} = field;
                const isRequired = field.isRequired && isNew;
                const mark = isRequired ? ' *' : '';
                return (
                  <Field key={name} label={[<code key="name">{name}</code>, mark]} about={description}>
                    <Control field={field} text={textOf(field, record[name])} required={isRequired} />
                  </Field>
                );
              })}
            </div>
            <p class="row end">
              <button type="button" onClick={onClose}>
                Cancel
              </button>
              <button type="submit" class="primary">
                Save
              </button>
            </p>
          </SubmitForm>
        );
      }}
    </Resource>
  );
}

interface ControlProps extends InputAttributes {
  readonly field: FormField;
  readonly text: string;
  readonly required: boolean;
}

const inputs = {
  integer: {type: 'number', step: 1},
  number: {type: 'number', step: 'any'},
  date: {type: 'date'},
  text: {type: 'text'},
} as const;

export function Control({field: {name, kind, choices, maxLength}, text, ...attributes}: ControlProps) {
  switch (kind) {
    case 'choice':
    case 'boolean':
      return (
        <select name={name} {...attributes}>
          <option value="" />
          {choices.map(value => (
            <option key={value} value={value} selected={value === text}>
              {value}
            </option>
          ))}
        </select>
      );
    case 'json':
      return <textarea name={name} {...attributes} class="code" rows={3} spellcheck={false} defaultValue={text} />;
    default:
      return <input name={name} {...attributes} {...inputs[kind]} maxLength={maxLength} defaultValue={text} />;
  }
}
