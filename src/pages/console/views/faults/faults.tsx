export function Faults() {
  return <p>later</p>;
}
