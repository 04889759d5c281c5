/** A method, colored by its effect. */
export function Method({method}: {readonly method: string}) {
  return <span class={`method ${method.toLowerCase().replaceAll(/[^a-z]/g, '')}`}>{method || 'no HTTP'}</span>;
}

const meaning = ['lost', 'ok', 'ok', 'moved', 'wrong', 'broken'];

/** A status; 0 if a fault prevented the response. */
export function Status({status}: {readonly status: number}) {
  return (
    <span class={`status ${meaning[Math.floor(status / 100)] ?? 'lost'}`}>
      {status === 0 ? 'none' : String(status)}
    </span>
  );
}

const words = {error: 'error', warn: 'warning', info: 'info'} as const;

export function LevelBadge({level}: {readonly level: keyof typeof words}) {
  return <span class={`level ${level}`}>{words[level]}</span>;
}
