export function Findings() {
  return <p>later</p>;
}
