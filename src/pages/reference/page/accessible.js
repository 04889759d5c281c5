/* Improves Swagger UI for users of screen readers and keyboards. */

/** A plugin that shows operation names as plain text: their summary is a button, which must not contain a link. */
export const accessible = ({React: {createElement}}) => ({
  wrapComponents: {
    DeepLink:
      () =>
      ({text}) =>
        createElement('span', null, text),
  },
});

const attributes = {
  '.information-container': {role: 'region', 'aria-label': 'About'},
  '.scheme-container': {role: 'region', 'aria-label': 'Server and key'},
  '.filter-container': {role: 'search', 'aria-label': 'Filter'},
  '#servers': {'aria-label': 'Server'},
  '.opblock .body-param__text': {'aria-label': 'Request body'},
  '.opblock select:not([aria-label]), .opblock select[aria-label=""]': {'aria-label': 'Choice'},
  '.parameters input:not([aria-label]):not([placeholder])': {'aria-label': 'Value'},
  'h3.opblock-tag': {'aria-level': '2'},
  'h4, h3:not(.opblock-tag)': {role: 'heading', 'aria-level': '3'},
  h5: {role: 'heading', 'aria-level': '4'},
  // Makes scrollable elements focusable.
  '.highlight-code pre, pre.example': {tabindex: '0'},
};

function complete() {
  for (const [selector, wanted] of Object.entries(attributes)) {
    for (const element of document.querySelectorAll(selector)) {
      for (const [name, value] of Object.entries(wanted)) {
        if (element.getAttribute(name) !== value) {
          element.setAttribute(name, value);
        }
      }
    }
  }
}

new MutationObserver(complete).observe(document.getElementById('reference'), {childList: true, subtree: true});
