/* The address that the page was opened at. */
document.getElementById('address').textContent = location.origin;
