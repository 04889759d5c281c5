/* global SwaggerUIBundle */
import {accessible} from './accessible.js';
import {marks} from './marks.js';

const reference = document.getElementById('reference');

const ui = SwaggerUIBundle({
  url: '/openapi.json',
  domNode: reference,
  deepLinking: true,
  docExpansion: 'none', // there are about a hundred operations: their dozen groups come first
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  filter: true,
  persistAuthorization: false,
  plugins: [marks, accessible],
  showCommonExtensions: true,
  showExtensions: true,
  tryItOutEnabled: true,
  validatorUrl: null, // asks a server on the internet
  onComplete: () => ui.preauthorizeApiKey('bearerAuth', reference.dataset.key),
});
