import {useState} from 'preact/hooks';
import type {ShownKind} from '../../../../admin/kinds.js';
import {Field} from '../../parts/form.js';
import {notify} from '../../state/announce.js';
import {fetchJson, send} from '../../state/api.js';
import {hrefOf, query} from '../../state/route.js';
import {RecordForm} from './form.js';
import {idIn, type RecordData, titleOf, withId} from './kinds.js';

export function EditButton({kind: {name, update}, record}: {readonly kind: ShownKind; readonly record: RecordData}) {
  const [isOpen, setOpen] = useState(false);
  const id = String(record['id']);
  const change = async (body: RecordData) => {
    if (Object.keys(body).length === 0) {
      throw new Error('No field was changed');
    }
    await send('PATCH', `/api/v1${withId(update!, id)}`, {body});
    notify(`${titleOf(name)} ${id} was changed`);
  };
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Edit
      </button>
      {isOpen && (
        <RecordForm
          title={`Edit ${name} ${id}`}
          method="patch"
          path={update!}
          record={record}
          onSend={change}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

const none: RecordData = {};

/** The parent id of the current view, if this path has the same parent; otherwise empty. */
function idUnder(path: string): string {
  const [, kind, id = ''] = (query.value.get('under') ?? '').split('/');
  return path.split('/')[1] === kind ? id : '';
}

export function CreateButton({kind: {name, create: paths, item_type: type, show}}: {readonly kind: ShownKind}) {
  const [isOpen, setOpen] = useState(false);
  const path = paths.find(each => idUnder(each) !== '') ?? paths[0]!;
  const parent = idIn(path);
  const [parentId, setParentId] = useState('');
  const create = async (body: RecordData) => {
    const created = await fetchJson<{id: number}>('POST', `/api/v1${withId(path, parentId)}`, {body});
    const link = {href: hrefOf(['data', name, String(created.id)], {under: ''}), text: 'Show it'};
    notify(`${titleOf(name)} ${created.id} was created`, show === null ? {} : {link});
  };
  return (
    <>
      <button
        type="button"
        onClick={() => {
          setParentId(idUnder(path));
          setOpen(true);
        }}
      >
        New {type.replaceAll('_', ' ')}
      </button>
      {isOpen && (
        <RecordForm
          title={`New ${type.replaceAll('_', ' ')}`}
          method="post"
          path={path}
          record={none}
          onSend={create}
          onClose={() => setOpen(false)}
        >
          {parent !== undefined && (
            <Field label={`${parent} *`}>
              <input
                inputMode="numeric"
                pattern="[0-9]+"
                required
                value={parentId}
                onInput={event => setParentId(event.currentTarget.value)}
              />
            </Field>
          )}
        </RecordForm>
      )}
    </>
  );
}
