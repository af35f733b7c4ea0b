// A second click sends nothing. Back to the old page is a new attempt: every
// button works again, and the key that was used is not sent twice.
addEventListener('submit', (event) => {
  if (event.defaultPrevented) return
  const form = event.target
  if (form.ariaBusy) event.preventDefault()
  form.ariaBusy = true
  setTimeout(() => form.ariaBusy = null, 5000)
})
addEventListener('pageshow', ({ persisted }) => {
  for (const form of document.forms) form.ariaBusy = null
  for (const key of persisted ? document.getElementsByName('key') : []) {
    key.value = crypto.getRandomValues(new Uint32Array(4)).join('-')
  }
})
