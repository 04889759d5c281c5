import {useId} from 'preact/hooks';
import {writtenOf} from './body.js';
import type {Field} from './schema.js';

interface InputProps {
  readonly field: Field;
  readonly value: unknown;
  /** True for a new record: required fields must have a value. */
  readonly isNew: boolean;
}

export function Input({field, value, isNew}: InputProps) {
  const {name, description, isRequired} = field;
  const id = useId();
  const common = {
    id,
    name,
    required: isRequired && isNew,
    'aria-describedby': `${id}-about`,
  };
  return (
    <div class="field">
      <label for={id}>
        <code>{name}</code>
        {isRequired && isNew && ' *'}
      </label>
      <Control field={field} written={writtenOf(field, value)} common={common} />
      <small id={`${id}-about`}>{description}</small>
    </div>
  );
}

interface ControlProps {
  readonly field: Field;
  readonly written: string;
  readonly common: {readonly id: string; readonly name: string; readonly required: boolean};
}

function Control({field: {kind, choices, maxLength}, written, common}: ControlProps) {
  switch (kind) {
    case 'boolean':
    case 'choice': {
      const values = kind === 'boolean' ? ['true', 'false'] : choices;
      return (
        <select {...common}>
          <option value="" />
          {values.map(value => (
            <option key={value} value={value} selected={value === written}>
              {value}
            </option>
          ))}
        </select>
      );
    }
    case 'json':
      return <textarea {...common} class="code" rows={3} spellcheck={false} defaultValue={written} />;
    case 'integer':
    case 'number':
      return <input {...common} type="number" step={kind === 'integer' ? 1 : 'any'} defaultValue={written} />;
    case 'date':
      return <input {...common} type="date" defaultValue={written} />;
    default:
      return <input {...common} type="text" maxLength={maxLength} defaultValue={written} />;
  }
}
