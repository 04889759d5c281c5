import {apiTypes} from '../../src/openapi/api-types.js';
import {servedDocument} from '../../src/openapi/served-document.js';
import {catalog} from '../../src/resources/index.js';

/** The types that the package exports. */
export const exportedTypes = (): string => apiTypes(servedDocument(catalog).documentAt('/').components.schemas);
