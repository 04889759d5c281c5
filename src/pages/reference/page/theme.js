/* Applies the theme that was chosen in the console, or the system's, before the first paint. Swagger UI has a class for
 * the dark one. */
const dark = matchMedia('(prefers-color-scheme: dark)');
let chosen = 'system';
try {
  chosen = localStorage.getItem('crm-sandbox-theme') ?? chosen;
} catch {
  // the browser denies access to storage
}
document.documentElement.dataset.theme = chosen;
const follow = () =>
  document.documentElement.classList.toggle('dark-mode', chosen === 'system' ? dark.matches : chosen === 'dark');
dark.addEventListener('change', follow);
follow();
