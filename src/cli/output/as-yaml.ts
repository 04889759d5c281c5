import {stringify} from 'yaml';

/** Formats a document as YAML without aliases. Imported only when needed. */
export const asYaml = (document: object): string => stringify(document, {aliasDuplicateObjects: false});
