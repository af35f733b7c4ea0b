// A printed page says when it was printed; the server's page holds no clock.
addEventListener('beforeprint', () => {
  for (const place of document.querySelectorAll('[data-printed]')) {
    place.textContent = ', printed ' + new Date().toLocaleString('en-GB', {dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC'}) + ' UTC'
  }
})
