/* Shows the URL of the page. */
document.getElementById('address').textContent = location.origin;
