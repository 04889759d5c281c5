import type {ShownKind} from '../../../../admin/kinds.js';
import {DialogButton} from '../../parts/buttons.js';
import {Field} from '../../parts/form.js';
import {notify} from '../../state/announce.js';
import {fetchJson, send} from '../../state/api.js';
import {hrefOf, query} from '../../state/route.js';
import {RecordForm} from './form.js';
import {idIn, type RecordData, titleOf, withId} from './kinds.js';

export function EditButton({kind: {name, update}, record}: {readonly kind: ShownKind; readonly record: RecordData}) {
  const id = String(record['id']);
  const change = async (body: RecordData) => {
    if (Object.keys(body).length === 0) {
      throw new Error('No field was changed');
    }
    await send('PATCH', `/api/v1${withId(update!, id)}`, {body});
    notify(`${titleOf(name)} ${id} was changed`);
  };
  return (
    <DialogButton label="Edit" title={`Edit ${name} ${id}`}>
      {close => <RecordForm method="patch" path={update!} record={record} onSend={change} onClose={close} />}
    </DialogButton>
  );
}

const none: RecordData = {};

/** The parent id of the current view, if this path has the same parent; otherwise empty. */
function idUnder(path: string): string {
  const [, kind, id = ''] = (query.value.get('under') ?? '').split('/');
  return path.split('/')[1] === kind ? id : '';
}

/** The input for the parent's id. No field of a body has this name. */
const parentInput = 'parent-id';

export function CreateButton({kind: {name, create: paths, item_type: type, show}}: {readonly kind: ShownKind}) {
  const path = paths.find(each => idUnder(each) !== '') ?? paths[0]!;
  const parent = idIn(path);
  const create = async (body: RecordData, form: FormData) => {
    const filled = withId(path, String(form.get(parentInput)));
    const created = await fetchJson<{id: number}>('POST', `/api/v1${filled}`, {body});
    const link = {href: hrefOf(['data', name, String(created.id)], {under: ''}), text: 'Show it'};
    notify(`${titleOf(name)} ${created.id} was created`, show === null ? {} : {link});
  };
  const label = `New ${type.replaceAll('_', ' ')}`;
  return (
    <DialogButton label={label} title={label}>
      {close => (
        <RecordForm method="post" path={path} record={none} onSend={create} onClose={close}>
          {parent !== undefined && (
            <Field label={`${parent} *`}>
              <input name={parentInput} inputMode="numeric" pattern="[0-9]+" required defaultValue={idUnder(path)} />
            </Field>
          )}
        </RecordForm>
      )}
    </DialogButton>
  );
}
