import {readFileSync} from 'node:fs';

/** A member of an interface or a type; a call signature has an empty name. */
export interface Member {
  /** Such as `reset` or `url`, without `readonly`. */
  readonly name: string;
  /** Such as `reset(to?: 'baseline' | 'empty'): Promise<AccountStatus>`. */
  readonly signature: string;
  readonly about: string;
}

export interface Declaration {
  readonly kind: 'interface' | 'type' | 'class' | 'const';
  readonly name: string;
  readonly isExported: boolean;
  /** The text after `extends`; empty without it. */
  readonly bases: string;
  readonly about: string;
  readonly text: string;
  readonly members: readonly Member[];
}

/** Converts a doc comment to a sentence for each tag. */
function aboutOf(comment = ''): string {
  const text = comment
    .replaceAll(/^\s*\/\*\*|\*\/\s*$/g, '')
    .replaceAll(/\n\s*\* ?/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return text
    .split(/ ?(?=@(?:param|returns|throws) )/)
    .map(part =>
      part
        .replace(/^@param (\w+) /, '`$1`: ')
        .replace(/^@returns /, 'Returns ')
        .replace(/^@throws .*/, part => part.replaceAll(/(?<![`.])\b[A-Z]\w+(?:Error|Check)\b/g, '`$&`'))
        .replace(/^@throws /, 'Throws '),
    )
    .map(part => (/(?:[.!?:`]|^)$/.test(part) ? part : `${part}.`))
    .join(' ')
    .trim();
}

const oneLine = (text: string): string =>
  text
    .replaceAll(/\/\*\*.*?\*\/\s*/gs, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/;(?= \})/g, '')
    .replaceAll(/\{ (.*?) \}/g, '{$1}')
    .replace(/;$/, '')
    .replace(/^(\w+\?: .*) \| undefined$/, '$1')
    .trim();

/** The compiler indents members by four columns, and their contents further. */
const member = /^(?: {4}(\/\*\*(?:(?!\*\/)[\s\S])*\*\/)\n)? {4}(?![ /*}])([^\n]*(?:\n {5,}[^\n]*|\n {4}\}[^\n]*)*);$/gm;

function membersOf(text: string): Member[] {
  return Array.from(text.matchAll(member), ([, comment, body = '']) => {
    const signature = oneLine(body.replace(/^readonly /, ''));
    return {name: /^[\w$]*/.exec(signature)![0], signature, about: aboutOf(comment)};
  });
}

const statement =
  /^(\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)?(export )?(?:declare )?(interface|type|class|const) (\w+)([\s\S]*?)(?:^\}[^\n]*;?$|;$)(?!\n[ }])/gm;

/** Reads the library's declarations, which the compiler and `tools/declarations/write-types.js` generate. */
export function declarations(): ReadonlyMap<string, Declaration> {
  const source = readFileSync(new URL('../../bundle/index.d.cts', import.meta.url), 'utf8');
  const [library = ''] = source.split('/**\n * The records in responses'); // the rest is generated from the contract
  return new Map(
    Array.from(library.matchAll(statement), ([whole, comment, exported, kind, name = '', rest = '']) => {
      const [, bases = ''] = /^ extends ([^{]*)\{/.exec(rest) ?? [];
      return [
        name,
        {
          kind: kind as Declaration['kind'],
          name,
          isExported: exported !== undefined,
          bases: bases.trim(),
          about: aboutOf(comment),
          text: whole.slice((comment ?? '').length).replace(/^export (?:declare )?/, ''),
          members: membersOf(whole),
        },
      ];
    }),
  );
}
