export function Snapshots() {
  return <p>later</p>;
}
