import {stringify} from 'yaml';

/** A document as YAML, everything written out where it stands. Imported only where it is asked for. */
export const asYaml = (document: object): string => stringify(document, {aliasDuplicateObjects: false});
