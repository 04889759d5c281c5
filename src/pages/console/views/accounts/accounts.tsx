export function Accounts() {
  return <p>later</p>;
}
