/** Labels of the document's extensions. Others, such as the search grammar, are part of descriptions. */
const titles = {
  'x-assumed': 'assumed, where the contract is silent',
  'x-beyond-contract': 'beyond the contract',
};

/** A Swagger UI plugin that shows extensions as expandable notes instead of raw data. */
export function marks({React: {createElement}, getComponent}) {
  const Mark = ({xKey, xVal}) => {
    if (titles[xKey] === undefined) {
      return null;
    }
    const reasons = [xVal?.toJS?.() ?? xVal].flat();
    const items = reasons.map(source =>
      createElement('li', {key: source}, createElement(getComponent('Markdown', true), {source})),
    );
    return createElement(
      'details',
      {className: 'mark'},
      createElement('summary', null, titles[xKey]),
      createElement('ul', null, items),
    );
  };
  const OperationExt = ({extensions}) => {
    const entries = [...extensions.entries()];
    const notes = entries.map(([xKey, xVal]) => createElement(Mark, {key: xKey, xKey, xVal}));
    return createElement('div', {className: 'opblock-description-wrapper'}, notes);
  };
  return {components: {OperationExt, ParameterExt: Mark, ResponseExtension: Mark}};
}
