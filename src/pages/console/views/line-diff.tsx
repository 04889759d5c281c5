import {diffArrays} from 'diff';

/** Lines that differ. Beyond them, the texts are shown one after the other. */
const maxEditLength = 2000;

interface LineDiffProps {
  readonly label: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** A diff of two texts. Screen readers hear which lines are removed and added. */
export function LineDiff({label, before, after}: LineDiffProps) {
  const parts = diffArrays([...before], [...after], {maxEditLength}) ?? [
    {value: before, removed: true, added: false},
    {value: after, removed: false, added: true},
  ];
  return (
    <pre class="line-diff" tabIndex={0} role="group" aria-label={label}>
      {parts.map(({value, removed, added}, index) => {
        const [Part, sign, word] = removed ? (['del', '-', 'Removed:'] as const) : (['ins', '+', 'Added:'] as const);
        return value.map((text, line) =>
          removed || added ? (
            <Part key={`${index} ${line}`}>
              <span class="unseen">{word}</span>
              <span aria-hidden="true">{sign}</span> {text}
            </Part>
          ) : (
            <span key={`${index} ${line}`}>{`  ${text}`}</span>
          ),
        );
      })}
    </pre>
  );
}
