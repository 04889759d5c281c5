import type * as z from 'zod';
import type {BuildContext, ListedResource, Resource} from '../operations/resource.js';
import type {CollectionSpec} from '../store/collection.js';
import type {Row} from '../store/order.js';
import type {Transaction} from '../store/transaction.js';
import type {FieldSchemas, Kind} from './kind.js';

type Shape = Readonly<Record<string, z.ZodType>>;

/** What the loading of a kind needs beyond what the kind says of itself. */
interface More
  extends Partial<Pick<Kind, 'references' | 'nested' | 'reply' | 'present' | 'finish'>>,
    Pick<Kind, 'mentions' | 'imply' | 'interpret' | 'stored'> {
  /** Fields that `interpret` reads, or that nobody does. */
  readonly apart?: readonly string[];
  readonly unseen?: Shape;
}

/** A kind that clients write: defaults and required fields are those of its create. */
// biome-ignore lint/suspicious/noExplicitAny: row and body are invariant, and each kind has its own
export function writtenKind(resource: Resource<any, any>, more: More = {}): Kind {
  const {references = []} = resource;
  const known = new Set((more.references ?? []).map(({id}) => id));
  const whole = {...more, references: [...references.filter(({id}) => !known.has(id)), ...(more.references ?? [])]};
  const fields = fieldsOf(resource.body.shape, resource.output.shape, whole);
  const required = [...fields].filter(
    ([, {body, nullable}]) => body?.safeParse(undefined).success === false && !nullable,
  );
  return {
    ...kindOf(resource, whole, fields),
    required: required.map(([field]) => field),
    build: (body, making) => resource.build(body, making) as Row,
    ...(resource.derive !== undefined && {derive: (row: Row) => resource.derive!(row) as Row}),
  };
}

/** What there is of a kind that is only read. */
interface ReadKind<R extends Row> extends CollectionSpec<R>, Pick<ListedResource<R>, 'output' | 'present'> {}

/**
 * A kind that no client writes.
 * @param required fields that have no default
 * @param build a row with the defaults; what a record gives is laid over it
 */
export function readKind<R extends Row, K extends keyof R & string>(
  resource: ReadKind<R>,
  required: readonly K[],
  build: (body: Partial<R> & Pick<R, K>, making: BuildContext) => R,
  more: More = {},
): Kind {
  const references = new Set<string>((more.references ?? []).flatMap(({id, name}) => [id, name ?? id]));
  return {
    ...kindOf(resource, more, fieldsOf({}, resource.output.shape, more)),
    required: required.filter(field => !references.has(field)),
    build: (body, making) => build(body as Partial<R> & Pick<R, K>, making),
  };
}

// biome-ignore lint/suspicious/noExplicitAny: the row type is invariant, and each kind has its own
function kindOf(resource: ReadKind<any>, {apart: _, unseen = {}, ...more}: More, fields: Kind['fields']) {
  return {
    name: resource.name,
    spec: resource,
    fields,
    unseen: Object.keys(unseen),
    references: [],
    nested: [],
    reply: resource.output,
    present: (row: Row, transaction: Transaction) => resource.present(row, transaction),
    ...more,
  };
}

function fieldsOf(body: Shape, output: Shape, {references = [], nested = [], apart = [], unseen = {}}: More) {
  const shown: Shape = {...output, ...unseen};
  const readElsewhere = new Set<string>([
    'id',
    ...references.flatMap(({id, also}) => [id, also ?? id]),
    ...nested.map(({array}) => array),
    ...apart,
  ]);
  const names = Object.keys({...body, ...shown}).filter(field => !readElsewhere.has(field));
  return new Map<string, FieldSchemas>(
    names.map(field => {
      const nullable = shown[field]?.safeParse(null).success ?? false;
      return [field, {body: body[field], output: shown[field], nullable}];
    }),
  );
}
